import { type Static, Type } from 'typebox';
import { Channel } from '../../devices/channel.ts';
import { Tile } from '../../home/tile.ts';
import { Timestamp } from '../../timestamp.ts';

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

const Named = Type.Object({
  id: Type.String({ description: 'The application’s `client_id`.' }),
  name: Type.String({ description: 'The application’s name.' }),
});

/** A device that the platform simulates. */
export const PortalVirtualDevice = Type.Object(
  {
    channel_id: Type.String({ description: 'Id of its channel, which is also the id of the device.' }),
    name: Type.String({ description: 'Name of the channel.' }),
    user: orNull(
      Type.Object({
        id: Type.String({ description: 'User id.' }),
        email: Type.String({ description: 'The user’s e-mail.' }),
        name: Type.String({ description: 'The user’s name.' }),
      }),
      'The user in whose home it is; the first if there are several, null if there is none.',
    ),
    application: orNull(Named, 'The user’s application; null if there is no user.'),
    template: Type.Object(
      {
        id: Type.String({ description: 'Template id.' }),
        version: Type.Integer({ description: 'The version that the channel has.' }),
        name: Type.String({ description: 'Name of the kind of device.' }),
        vendor: Type.String({ description: 'Brand.' }),
        model: Type.String({ description: 'The maker’s model name.' }),
        photo_url: Type.String({ description: 'URL of the photo of the device.' }),
      },
      { description: 'The kind of device.' },
    ),
    seed: Type.Integer({ description: 'Seed of its behaviour.' }),
    faults: Type.Array(VirtualDeviceFault, { description: 'The faults that it simulates.' }),
    held: Type.Integer({ description: 'Number of its values that are held.' }),
    created: Timestamp,
    last_said: orNull(Timestamp, 'When it last reported a value; null if never.'),
  },
  { title: 'PortalVirtualDevice' },
);
export type PortalVirtualDevice = Static<typeof PortalVirtualDevice>;

/** A property whose value the device can be made to report. */
export const VirtualDeviceProperty = Type.Object(
  {
    component: Type.String({ description: 'Id of the component.' }),
    component_label: Type.String({ description: 'Name of the component.' }),
    property: Type.String({ description: 'Id of the property.' }),
    label: Type.String({ description: 'Name of the property.' }),
    io: Type.String({ description: 'Whether it can be read (`r`), subscribed to (`s`) and written (`w`).' }),
    unit: Type.String({ description: 'Key of the unit in which it reports; empty if it has no unit.' }),
    is_event: Type.Boolean({
      description: 'Whether it is an event, without a value that could be held.',
    }),
    is_held: Type.Boolean({ description: 'Whether its value stays the same until it is released.' }),
    schema: Type.Record(Type.String(), Type.Unknown(), {
      description: 'JSON Schema of its values, including the template’s restrictions.',
    }),
  },
  { title: 'VirtualDeviceProperty' },
);
export type VirtualDeviceProperty = Static<typeof VirtualDeviceProperty>;

export const VirtualDeviceValue = Type.Object(
  {
    component: Type.String({ description: 'Id of the component.' }),
    property: Type.String({ description: 'Id of the property.' }),
    data: Type.Unknown({ description: 'The value, in the shape of the property’s schema.' }),
    timestamp: Timestamp,
  },
  { title: 'VirtualDeviceValue' },
);
export type VirtualDeviceValue = Static<typeof VirtualDeviceValue>;

export const PortalVirtualDeviceDetails = Type.Object(
  {
    ...PortalVirtualDevice.properties,
    properties: Type.Array(VirtualDeviceProperty, { description: 'Its properties that can be read.' }),
    values: Type.Array(VirtualDeviceValue, { description: 'The last value of each property.' }),
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
