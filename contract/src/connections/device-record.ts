import { type Static, Type } from 'typebox';
import { MAX_DEVICE_NAME_LENGTH } from '../limits.ts';
import { Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

const Person = Type.Object({
  id: Type.String({ description: 'User id.' }),
  email: Type.String({ description: 'The user’s e-mail.' }),
  name: Type.String({ description: 'The user’s name.' }),
});

/** A device with its own credentials, as an application or an operator manages it. */
export const DeviceRecord = Type.Object(
  {
    client_id: Type.String({ description: 'The device’s id, with which it signs in.' }),
    name: Type.String({ description: 'For those who manage it; people name their tiles themselves.' }),
    namespace: Type.String({ description: 'Unique name in the platform.' }),
    state: Type.Enum(['enabled', 'disabled'], {
      type: 'string',
      description: 'A disabled device cannot connect, and its tokens are refused.',
    }),
    is_connected: Type.Boolean({ description: 'Whether it listens for commands over MQTT now.' }),
    single_connection: Type.Boolean({
      description: 'Whether a new MQTT connection of the device closes the previous one.',
    }),
    user: orNull(Person, 'The user who has the device, the first if there are several.'),
    channels: Type.Array(
      Type.Object({ id: Type.String({ description: 'Id.' }), name: Type.String({ description: 'Name.' }) }),
      {
        description: 'The oldest channels of the device, at most 20.',
      },
    ),
    template: orNull(
      Type.Object({
        id: Type.String({ description: 'Channel template id.' }),
        name: Type.String({ description: 'Name of the kind of device.' }),
        vendor: Type.String({ description: 'Brand.' }),
        model: Type.String({ description: 'The maker’s model name.' }),
      }),
      'The template of its oldest channel.',
    ),
    claim: Type.Enum(['none', 'open', 'expired', 'used'], {
      type: 'string',
      description: 'Its claim code: it has none, or it is open, expired or used.',
    }),
    claim_expires: orNull(Timestamp, 'When an open claim code expires; null if never.'),
    claimed: orNull(Timestamp, 'When a person used its last claim code.'),
    previous_secret_expires: orNull(
      Timestamp,
      'When the client_secret before the last rotation stops working; null if there is none.',
    ),
    created: Timestamp,
  },
  { title: 'DeviceRecord', description: 'A device and its users.' },
);
export type DeviceRecord = Static<typeof DeviceRecord>;

/** Credentials that are shown once, when a device is created or gets a new secret or claim code. */
export const DeviceSecrets = Type.Object(
  {
    device: DeviceRecord,
    client_secret: Type.Optional(Type.String({ description: 'Shown only once.' })),
    claim_code: Type.Optional(
      Type.String({ description: 'With which a person adds the device to their home. Shown only once.' }),
    ),
  },
  { title: 'DeviceSecrets' },
);
export type DeviceSecrets = Static<typeof DeviceSecrets>;

export const DeviceList = Type.Object(
  {
    devices: Type.Array(DeviceRecord, { description: 'The devices.' }),
    next: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
  },
  { title: 'DeviceList' },
);

export type DeviceList = Static<typeof DeviceList>;

/** Which devices to list. */
export const deviceQuery = {
  search: Type.Optional(
    Text({
      maxLength: 200,
      description: 'Part of the device’s name, id or namespace, or of the user’s name or e-mail.',
    }),
  ),
  claim: Type.Optional(Type.Enum(['open'], { type: 'string', description: 'Only devices to be claimed.' })),
  after: Type.Optional(Text({ maxLength: 300, description: '`next` of the previous page.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 by default.' })),
};

const claim_days = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 3650,
    description: 'Days until the claim code expires; never by default.',
  }),
);

/** The properties of a new device. */
export const newDevice = {
  channeltemplate_id: Text({
    minLength: 1,
    maxLength: 200,
    description: 'Template id; its newest version is used.',
  }),
  user_id: Type.Optional(
    Text({
      maxLength: 200,
      description: 'The user who gets the device. Without it, the device gets a claim code.',
    }),
  ),
  name: Type.Optional(
    Text({ maxLength: MAX_DEVICE_NAME_LENGTH, description: 'The template’s name by default.' }),
  ),
  single_connection: Type.Optional(
    Type.Boolean({ description: 'Whether a new connection of the device ends its older ones.' }),
  ),
  claim_days,
};

export const deviceChanges = {
  name: Type.Optional(
    Text({ minLength: 1, maxLength: MAX_DEVICE_NAME_LENGTH, description: 'Its new name.' }),
  ),
  state: Type.Optional(
    Type.Enum(['enabled', 'disabled'], { type: 'string', description: 'Whether it may connect.' }),
  ),
  single_connection: Type.Optional(
    Type.Boolean({ description: 'Whether a new connection of the device ends its older ones.' }),
  ),
};

export const secretRotation = {
  immediately: Type.Optional(
    Type.Boolean({ description: 'End the previous secret now. By default it works for 24 more hours.' }),
  ),
};

export const newClaim = { claim_days };

export const exampleDeviceRecord = {
  client_id: '7d3c1d7e-9c5e-4a0e-9d0f-2f6a3b1c5e77',
  name: 'Hall plug',
  namespace: 'hall-plug.7d3c1d',
  state: 'enabled',
  is_connected: true,
  single_connection: false,
  user: { id: '5b9c1a52-6d0e-4a3f-8b1c-0e7d2f4a6c88', email: 'ana@example.org', name: 'Ana' },
  channels: [{ id: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11', name: 'Hall plug' }],
  template: {
    id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
    name: 'Plug',
    vendor: 'Olaria',
    model: 'P1',
  },
  claim: 'used',
  claim_expires: null,
  claimed: '2026-05-03T09:12:00.000+0000',
  previous_secret_expires: null,
  created: '2026-05-01T10:00:00.000+0000',
} as const satisfies DeviceRecord;

export const exampleSecret = 'azs_9kP2xY7cQ4mR8tV1wZ5bN3dF6gH0jL_4fT9qa';
export const exampleClaimCode = 'K7QX-M2PD-9TRA-5WHN';
