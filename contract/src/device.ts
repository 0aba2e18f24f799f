import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, Text } from './text.ts';

export const NewChannel = Type.Object(
  { id: Type.String({ description: 'Channel id.' }) },
  { title: 'NewChannel' },
);

export const devices = {
  createChannel: operation({
    id: 'devices.createChannel',
    summary: 'Make a channel for a device',
    description:
      'By the device itself, or by the manager to which the operator assigned the template: who makes the channel is its owner, and grants it to others. With a `remote_key` that it used before, the channel made then is answered.',
    origin: 'base',
    access: 'device',
    bindings: [
      { method: 'POST', path: '/v3/devices/self/channels', input: 'json' },
      { method: 'POST', path: '/v3/managers/self/channels', input: 'json' },
    ],
    params: Type.Object({}),
    input: Type.Object({
      channeltemplate_id: Text({ minLength: 1, maxLength: 200, description: 'The kind of device.' }),
      name: Type.Optional(
        Type.Union([Text({ maxLength: 10_000 }), Type.Null()], {
          description: 'The template’s name by default. Of a longer one the first 200 characters are kept.',
        }),
      ),
      remote_key: Type.Optional(Text({ maxLength: 200, description: 'The maker’s own id of the device.' })),
    }),
    reply: NewChannel,
    status: 201,
    errors: ['not_found', 'not_granted', 'quota_exceeded'],
    example: {
      input: { channeltemplate_id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11', name: 'Hall lamp' },
      reply: { id: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11' },
    },
  }),
};

export const Grant = Type.Object(
  {
    channel: Type.String(),
    client_id: Type.String({ description: 'Who may use it.' }),
    role: Type.Enum(['application', 'user'], { type: 'string', description: 'What `client_id` names.' }),
  },
  { title: 'Grant' },
);

export const grants = {
  create: operation({
    id: 'grants.create',
    summary: 'Let somebody use a channel',
    description:
      'By who stands behind the channel: first to an application, then to its user. Granting again changes nothing. A user’s grant puts the device’s tiles into the user’s home. A manager gives one only to a user who asked for devices of this kind in the last ten minutes, by the authorization page; a device only to a user who asked it over MQTT in the last two minutes. After the user removed the device, both need to be asked again.',
    origin: 'base',
    access: 'channel-owner',
    bindings: [{ method: 'POST', path: '/v3/channels/{channel_id}/grant-access', input: 'json' }],
    params: Type.Object({ channel_id: Id('Channel id.') }),
    input: Type.Object({
      client_id: Text({ minLength: 1, maxLength: 200, description: 'The application’s id, or the user’s.' }),
      role: Type.Enum(['application', 'user'], { type: 'string', description: 'What `client_id` names.' }),
      requesting_client_id: Type.Optional(
        Text({ maxLength: 200, description: 'The application for which it is granted.' }),
      ),
      remote_key: Type.Optional(Text({ maxLength: 200 })),
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
