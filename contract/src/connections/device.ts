import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Id, Text } from '../text.ts';

export const NewChannel = Type.Object(
  { id: Type.String({ description: 'Channel id.' }) },
  { title: 'NewChannel' },
);

export const devices = {
  createChannel: operation({
    id: 'devices.createChannel',
    summary: 'Create a channel for a device',
    description:
      'For the device itself, for the manager to which the operator assigned the template, or for an application with a template that is assigned to no manager. The caller becomes the channel’s owner and can grant it to others. If the caller used the same `remote_key` before, the existing channel is returned, or 409 when it has another template.',
    origin: 'base',
    access: 'device',
    bindings: [
      { method: 'POST', path: '/v3/devices/self/channels', input: 'json' },
      { method: 'POST', path: '/v3/managers/self/channels', input: 'json' },
      { method: 'POST', path: '/v3/applications/self/channels', input: 'json' },
    ],
    params: Type.Object({}),
    input: Type.Object({
      channeltemplate_id: Text({ minLength: 1, maxLength: 200, description: 'Channel template id.' }),
      name: Type.Optional(
        Type.Union([Text({ maxLength: 10_000 }), Type.Null()], {
          description: 'The template’s name by default. Only the first 200 characters are kept.',
        }),
      ),
      remote_key: Type.Optional(Text({ maxLength: 200, description: 'The maker’s own id for the device.' })),
    }),
    reply: NewChannel,
    status: 201,
    errors: ['not_found', 'not_granted', 'already_there', 'quota_exceeded'],
    example: {
      input: { channeltemplate_id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11', name: 'Hall lamp' },
      reply: { id: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11' },
    },
  }),
};

export const Grant = Type.Object(
  {
    channel: Type.String({ description: 'Channel id.' }),
    client_id: Type.String({ description: 'Who has the grant.' }),
    role: Type.Enum(['application', 'user'], {
      type: 'string',
      description: 'Whether `client_id` is an application or a user.',
    }),
  },
  { title: 'Grant' },
);

export const grants = {
  create: operation({
    id: 'grants.create',
    summary: 'Grant a channel',
    description:
      'The channel’s owner grants it first to an application, then to the application’s user. Granting again has no effect. A grant to a user adds the device’s tiles to the user’s home. A manager can only grant to a user who requested devices of this kind on the authorization page in the last ten minutes, and to the application of such a user; one that set webhooks only while it adds the devices that the user chose. A device can only grant to a user or application that requested the grant over MQTT in the last two minutes. After the user removed the device, a new request is needed. An application grants its own channels only to itself and its users.',
    origin: 'base',
    access: 'channel-owner',
    bindings: [{ method: 'POST', path: '/v3/channels/{channel_id}/grant-access', input: 'json' }],
    params: Type.Object({ channel_id: Id('Channel id.') }),
    input: Type.Object({
      client_id: Text({ minLength: 1, maxLength: 200, description: 'The application’s id or the user’s.' }),
      role: Type.Enum(['application', 'user'], {
        type: 'string',
        description: 'Whether `client_id` is an application or a user.',
      }),
      requesting_client_id: Type.Optional(
        Text({ maxLength: 200, description: 'The application for which the grant is.' }),
      ),
      remote_key: Type.Optional(Text({ maxLength: 200, description: 'The maker’s own id for the device.' })),
    }),
    reply: Grant,
    status: 200,
    errors: ['not_found', 'not_granted', 'quota_exceeded'],
    example: {
      input: {
        channel_id: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
        client_id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
        role: 'application',
      },
      reply: {
        channel: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
        client_id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
        role: 'application',
      },
    },
  }),
};
