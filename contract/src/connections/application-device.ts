import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import {
  DeviceList,
  DeviceRecord,
  DeviceSecrets,
  deviceChanges,
  deviceQuery,
  exampleClaimCode,
  exampleDeviceRecord,
  exampleSecret,
  newClaim,
  newDevice,
  secretRotation,
} from './device-record.ts';

const all = '/v3/applications/self/devices';
const one = `${all}/{device_id}` as const;
const params = Type.Object({ device_id: Id('The device’s `client_id`.') });
const ofApplication = { origin: 'base', access: 'application' } as const;
const device_id = exampleDeviceRecord.client_id;
const secretReply = { device: exampleDeviceRecord, client_secret: exampleSecret };
const unclaimed = { ...exampleDeviceRecord, user: null, claim: 'open', claimed: null } as const;
const claimReply = { device: unclaimed, claim_code: exampleClaimCode };

/** The devices that an application manages: those it created, and those of its own users. */
export const applicationDevices = {
  list: operation({
    ...ofApplication,
    id: 'applicationDevices.list',
    summary: 'List the application’s devices',
    description: 'Newest first. Send `next` as `after` to get the next page.',
    bindings: [{ method: 'GET', path: all, input: 'query' }],
    params: Empty,
    input: Type.Object({
      ...deviceQuery,
      user_id: Type.Optional(Text({ maxLength: 200, description: 'Only the devices of this user.' })),
    }),
    list: { items: 'devices', next: { send: 'after', reply: 'next' } },
    reply: DeviceList,
    status: 200,
    errors: [],
    example: { input: { search: 'plug' }, reply: { devices: [exampleDeviceRecord], next: null } },
  }),
  create: operation({
    ...ofApplication,
    id: 'applicationDevices.create',
    summary: 'Create a device for a user, or one with a claim code',
    description:
      'Creates the device with its credentials and a channel. With `user_id`, it belongs to that user of the application. Without it, the device has no owner until a user enters the claim code. The secret and the code are shown only here.',
    bindings: [{ method: 'POST', path: all, input: 'json' }],
    params: Empty,
    input: Type.Object(newDevice),
    reply: DeviceSecrets,
    status: 201,
    errors: ['not_found', 'quota_exceeded'],
    example: {
      input: { channeltemplate_id: exampleDeviceRecord.template.id, name: 'Hall plug' },
      reply: { ...claimReply, client_secret: exampleSecret },
    },
  }),
  get: operation({
    ...ofApplication,
    id: 'applicationDevices.get',
    summary: 'Read a device of the application',
    description: 'Without its secret, which is not stored.',
    bindings: [{ method: 'GET', path: one, input: 'query' }],
    params,
    input: Empty,
    reply: DeviceRecord,
    status: 200,
    errors: ['not_found'],
    example: { input: { device_id }, reply: exampleDeviceRecord },
  }),
  update: operation({
    ...ofApplication,
    id: 'applicationDevices.update',
    summary: 'Rename, disable or enable a device',
    description: 'Disabling closes its connections within five seconds, and refuses its tokens and secret.',
    bindings: [{ method: 'PATCH', path: one, input: 'json' }],
    params,
    input: Type.Object(deviceChanges),
    reply: DeviceRecord,
    status: 200,
    errors: ['not_found'],
    example: { input: { device_id, name: 'Hall plug' }, reply: exampleDeviceRecord },
  }),
  rotateSecret: operation({
    ...ofApplication,
    id: 'applicationDevices.rotateSecret',
    summary: 'Give a device a new secret',
    description: 'Connections that used the previous secret are closed when it stops working.',
    bindings: [{ method: 'POST', path: `${one}/rotate-secret`, input: 'json' }],
    params,
    input: Type.Object(secretRotation),
    reply: DeviceSecrets,
    status: 200,
    errors: ['not_found'],
    example: { input: { device_id, immediately: true }, reply: secretReply },
  }),
  newClaimCode: operation({
    ...ofApplication,
    id: 'applicationDevices.newClaimCode',
    summary: 'Give a device a new claim code',
    description: 'Only for a device without an owner. The previous code stops working.',
    bindings: [{ method: 'POST', path: `${one}/claim-code`, input: 'json' }],
    params,
    input: Type.Object(newClaim),
    reply: DeviceSecrets,
    status: 200,
    errors: ['not_found', 'in_use'],
    example: { input: { device_id, claim_days: 365 }, reply: claimReply },
  }),
  remove: operation({
    ...ofApplication,
    id: 'applicationDevices.remove',
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

const ClaimedDevice = Type.Object(
  {
    name: Type.String({ description: 'Name of the device.' }),
    channels: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Channel id.' }),
        name: Type.String({ description: 'Name of the channel.' }),
      }),
      { description: 'The channels that it has.' },
    ),
  },
  { title: 'ClaimedDevice' },
);

export const claims = {
  use: operation({
    id: 'claims.use',
    summary: 'Add a device by its claim code',
    description:
      'Adds the device to the home of the signed-in user. A code works once, and every wrong one gets the same error. Spaces, hyphens and case are ignored; failures are limited by account and network.',
    origin: 'base',
    access: 'user',
    needs: 'manage',
    bindings: [{ method: 'POST', path: '/v3/devices/claim', input: 'json' }],
    params: Empty,
    input: Type.Object({
      code: Text({ minLength: 1, maxLength: 100, description: 'The claim code of the device.' }),
    }),
    reply: ClaimedDevice,
    status: 200,
    errors: ['wrong_claim_code', 'quota_exceeded'],
    example: {
      input: { code: exampleClaimCode },
      reply: { name: 'Hall plug', channels: exampleDeviceRecord.channels },
    },
  }),
};
