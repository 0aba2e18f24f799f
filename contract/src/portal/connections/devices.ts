import { type Static, Type } from 'typebox';
import {
  DeviceRecord,
  deviceChanges,
  deviceQuery,
  exampleClaimCode,
  exampleDeviceRecord,
  exampleSecret,
  newClaim,
  newDevice,
  secretRotation,
} from '../../connections/device-record.ts';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';

const all = '/portal/api/devices';
const one = `${all}/{device_id}` as const;
const params = Type.Object({ device_id: Id('The device’s `client_id`.') });
const device_id = exampleDeviceRecord.client_id;

const application = Type.Union(
  [
    Type.Object({
      id: Type.String({ description: 'The application’s `client_id`.' }),
      name: Type.String({ description: 'The application’s name.' }),
    }),
    Type.Null(),
  ],
  { description: 'The application that manages it; null until a user of one claims it.' },
);

export const PortalDevice = Type.Object(
  { ...DeviceRecord.properties, application },
  { title: 'PortalDevice', description: 'The device and who has it.' },
);
export type PortalDevice = Static<typeof PortalDevice>;

const PortalDeviceSecrets = Type.Object(
  {
    device: PortalDevice,
    client_secret: Type.Optional(Type.String({ description: 'Shown only once.' })),
    claim_code: Type.Optional(Type.String({ description: 'Shown only once.' })),
    mqtt_url: Type.String({ description: 'Where the device connects.' }),
  },
  { title: 'PortalDeviceSecrets' },
);
export type PortalDeviceSecrets = Static<typeof PortalDeviceSecrets>;

const exampleDevice: PortalDevice = {
  ...exampleDeviceRecord,
  channels: [...exampleDeviceRecord.channels],
  application: { id: '2a6f1c0e-5b7d-4e8a-9c3f-1d0b2a4e6c88', name: 'Casa Azul' },
};
const exampleSecrets = {
  device: exampleDevice,
  client_secret: exampleSecret,
  mqtt_url: 'mqtts://home.example:8883',
};

const developer = { origin: 'base', access: 'portal-developer' } as const;
const viewer = { origin: 'base', access: 'portal-viewer' } as const;

/** Portal operations on devices that have their own credentials. */
export const portalDevices = {
  list: operation({
    ...viewer,
    id: 'portal.devices.list',
    summary: 'List devices',
    description: 'Newest first. Send `next` as `after` to get the next page.',
    bindings: [{ method: 'GET', path: all, input: 'query' }],
    params: Empty,
    input: Type.Object({
      ...deviceQuery,
      user_id: Type.Optional(
        Text({
          maxLength: 200,
          description: 'Only devices in this user’s home, each with its channels there.',
        }),
      ),
      application_id: Type.Optional(
        Text({ maxLength: 200, description: 'Only devices that this application manages.' }),
      ),
    }),
    list: { items: 'devices', next: { send: 'after', reply: 'next' } },
    reply: Type.Object({
      devices: Type.Array(PortalDevice, { description: 'The devices of this page.' }),
      next: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
    }),
    status: 200,
    errors: [],
    example: { input: { search: 'plug' }, reply: { devices: [exampleDevice], next: null } },
  }),
  create: operation({
    ...developer,
    id: 'portal.devices.create',
    summary: 'Create a device',
    description:
      'With `user_id` in this user’s home; else with a claim code, for users of `application_id` or, without it, of any application.',
    bindings: [{ method: 'POST', path: all, input: 'json' }],
    params: Empty,
    input: Type.Object({
      ...newDevice,
      application_id: Type.Optional(
        Text({
          maxLength: 200,
          description: 'With a claim code: the application whose users may claim the device.',
        }),
      ),
    }),
    reply: PortalDeviceSecrets,
    status: 201,
    errors: ['malformed_body', 'not_found', 'quota_exceeded'],
    example: {
      input: { channeltemplate_id: exampleDeviceRecord.template.id, user_id: exampleDeviceRecord.user.id },
      reply: exampleSecrets,
    },
  }),
  get: operation({
    ...viewer,
    id: 'portal.devices.get',
    summary: 'Read a device',
    description: 'Without its secret, which is not stored.',
    bindings: [{ method: 'GET', path: one, input: 'query' }],
    params,
    input: Empty,
    reply: PortalDevice,
    status: 200,
    errors: ['not_found'],
    example: { input: { device_id }, reply: exampleDevice },
  }),
  update: operation({
    ...developer,
    id: 'portal.devices.update',
    summary: 'Rename, disable or enable a device',
    description: 'Disabling closes its connections within five seconds.',
    bindings: [{ method: 'PATCH', path: one, input: 'json' }],
    params,
    input: Type.Object(deviceChanges),
    reply: PortalDevice,
    status: 200,
    errors: ['malformed_body', 'not_found'],
    example: { input: { device_id, state: 'disabled' }, reply: { ...exampleDevice, state: 'disabled' } },
  }),
  rotateSecret: operation({
    ...developer,
    id: 'portal.devices.rotateSecret',
    summary: 'Give a device a new secret',
    description: 'Connections that used the previous secret are closed when it stops working.',
    bindings: [{ method: 'POST', path: `${one}/rotate-secret`, input: 'json' }],
    params,
    input: Type.Object(secretRotation),
    reply: PortalDeviceSecrets,
    status: 200,
    errors: ['malformed_body', 'not_found'],
    example: { input: { device_id }, reply: exampleSecrets },
  }),
  newClaimCode: operation({
    ...developer,
    id: 'portal.devices.newClaimCode',
    summary: 'Give a device a new claim code',
    description: 'Only for a device without an owner. The previous code stops working.',
    bindings: [{ method: 'POST', path: `${one}/claim-code`, input: 'json' }],
    params,
    input: Type.Object(newClaim),
    reply: PortalDeviceSecrets,
    status: 200,
    errors: ['malformed_body', 'not_found', 'in_use'],
    example: {
      input: { device_id },
      reply: {
        device: { ...exampleDevice, user: null, claim: 'open', claimed: null },
        claim_code: exampleClaimCode,
        mqtt_url: 'mqtts://home.example:8883',
      },
    },
  }),
  remove: operation({
    ...developer,
    id: 'portal.devices.remove',
    summary: 'Delete a device',
    description: 'Removes it from all homes, with its channels and values. Its connections are closed.',
    bindings: [{ method: 'DELETE', path: one, input: 'query' }],
    params,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { device_id }, reply: {} },
  }),
};
