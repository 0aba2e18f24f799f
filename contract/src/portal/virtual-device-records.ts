import { type Static, Type } from 'typebox';
import { Channel } from '../channel.ts';
import { Tile } from '../tile.ts';
import { Timestamp } from '../timestamp.ts';

export const VirtualDeviceFault = Type.Enum(
  ['late', 'lost', 'duplicate', 'out-of-order', 'offline', 'silent', 'refusing', 'away'],
  {
    type: 'string',
    description:
      'A fault. `late`, `lost`, `duplicate`, `out-of-order` and `offline` occur at random; `silent` (never answers), `refusing` (answers every write with an access message) and `away` (sends nothing and cannot be reached) are permanent.',
  },
);
export type VirtualDeviceFault = Static<typeof VirtualDeviceFault>;

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

const Named = Type.Object({ id: Type.String(), name: Type.String() });

/** A device that the platform simulates. */
export const PortalVirtualDevice = Type.Object(
  {
    channel_id: Type.String(),
    name: Type.String(),
    user: orNull(
      Type.Object({ id: Type.String(), email: Type.String(), name: Type.String() }),
      'The user in whose home it is; the first if there are several, null if there is none.',
    ),
    application: orNull(Named, 'The user’s application.'),
    template: Type.Object({
      id: Type.String(),
      version: Type.Integer(),
      name: Type.String(),
      vendor: Type.String(),
      model: Type.String(),
      photo_url: Type.String(),
    }),
    seed: Type.Integer({ description: 'Seed of its behaviour.' }),
    faults: Type.Array(VirtualDeviceFault),
    held: Type.Integer({ description: 'Number of its values that are held.' }),
    created: Timestamp,
    last_said: orNull(Timestamp, 'When it last reported a value, or null.'),
  },
  { title: 'PortalVirtualDevice' },
);
export type PortalVirtualDevice = Static<typeof PortalVirtualDevice>;

/** A property whose value the device can be made to report. */
export const VirtualDeviceProperty = Type.Object(
  {
    component: Type.String(),
    component_label: Type.String(),
    property: Type.String(),
    label: Type.String(),
    io: Type.String(),
    unit: Type.String({ description: 'Key of the unit in which it reports; empty if it has no unit.' }),
    is_event: Type.Boolean({
      description: 'Whether it is an event, without a value that could be held.',
    }),
    is_held: Type.Boolean(),
    schema: Type.Record(Type.String(), Type.Unknown(), {
      description: 'JSON Schema of its values, including the template’s restrictions.',
    }),
  },
  { title: 'VirtualDeviceProperty' },
);
export type VirtualDeviceProperty = Static<typeof VirtualDeviceProperty>;

export const VirtualDeviceValue = Type.Object(
  { component: Type.String(), property: Type.String(), data: Type.Unknown(), timestamp: Timestamp },
  { title: 'VirtualDeviceValue' },
);
export type VirtualDeviceValue = Static<typeof VirtualDeviceValue>;

export const PortalVirtualDeviceDetails = Type.Object(
  {
    ...PortalVirtualDevice.properties,
    properties: Type.Array(VirtualDeviceProperty),
    values: Type.Array(VirtualDeviceValue),
    channel: orNull(Channel, 'The channel as the user’s apps see it. Null if no user may use it.'),
    tiles: Type.Array(Tile, { description: 'The user’s tiles.' }),
  },
  { title: 'PortalVirtualDeviceDetails' },
);
export type PortalVirtualDeviceDetails = Static<typeof PortalVirtualDeviceDetails>;

export const exampleDevice: PortalVirtualDevice = {
  channel_id: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
  name: 'Hall lamp',
  user: { id: '0b7f7c38-61a0-4b29-8f57-1e0a4f3c2d11', email: 'ana@example.org', name: 'Ana Marques' },
  application: { id: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20', name: 'Casa Azul' },
  template: {
    id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
    version: 1,
    name: 'TRADFRI bulb',
    vendor: 'IKEA',
    model: 'LED1546G12',
    photo_url: 'http://127.0.0.1:8480/images/white-light.png',
  },
  seed: 2166136261,
  faults: ['silent'],
  held: 0,
  created: '2026-01-02T03:04:05.678+0000',
  last_said: '2026-01-02T03:05:05.678+0000',
};

export const exampleValue: VirtualDeviceValue = {
  component: 'light-bulb',
  property: 'brightness',
  data: 42,
  timestamp: '2026-01-02T03:05:05.678+0000',
};

export const exampleDetails: PortalVirtualDeviceDetails = {
  ...exampleDevice,
  properties: [
    {
      component: 'light-bulb',
      component_label: 'Light bulb',
      property: 'brightness',
      label: 'Brightness',
      io: 'rw',
      unit: 'percent',
      is_event: false,
      is_held: false,
      schema: { type: 'number', minimum: 0, maximum: 100 },
    },
  ],
  values: [exampleValue],
  channel: null,
  tiles: [],
};
