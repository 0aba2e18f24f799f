import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';

const params = Type.Object({ channel_id: Id('Channel id.') });
const path = '/v3/channels/{channel_id}';
const channel_id = '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11';

export const ChannelRecord = Type.Object(
  {
    id: Type.String({ description: 'Channel id.' }),
    channeltemplate_id: Type.String({ description: 'Channel template id.' }),
    href: Type.String({ description: 'Path of the channel.' }),
    name: Type.Optional(Type.String({ description: 'For its owner: the name that the owner gave it.' })),
    remote_key: Type.Optional(
      Type.String({ description: 'For its owner: the maker’s own id for the device, if it has one.' }),
    ),
  },
  { title: 'ChannelRecord', description: 'A channel as its owner manages it.' },
);
export type ChannelRecord = Static<typeof ChannelRecord>;

const example: ChannelRecord = {
  id: channel_id,
  channeltemplate_id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
  href: `/v3/channels/${channel_id}`,
  name: 'Hall lamp',
  remote_key: 'acme-4711',
};

const ChannelSubscription = Type.Object({
  channel: Type.String({ description: 'Channel id.' }),
  client_id: Type.String({ description: 'User id.' }),
  requesting_client_id: Type.String({ description: 'The application of the user.' }),
  role: Type.Literal('user', { description: 'Always `user`.' }),
});

export const channelRecords = {
  get: operation({
    id: 'channelRecords.get',
    summary: 'Get a channel',
    description: 'The channel’s owner also gets its name and its `remote_key`.',
    origin: 'base',
    access: 'channel',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params,
    input: Empty,
    reply: ChannelRecord,
    status: 200,
    errors: ['not_found'],
    example: { input: { channel_id }, reply: example },
  }),
  update: operation({
    id: 'channelRecords.update',
    summary: 'Change a channel',
    description:
      'Changes the name that the owner gave it, its template, or both. Tiles that their users did not rename follow the name. With another template, users keep the tiles that fit it, values and history of properties that it has too stay, and a template of which there is a newer version is used in that version. A manager may use the templates that are assigned to it.',
    origin: 'base',
    access: 'channel-owner',
    bindings: [{ method: 'PATCH', path, input: 'json' }],
    params,
    input: Type.Object({
      name: Type.Optional(
        Text({
          minLength: 1,
          maxLength: 10_000,
          description: 'The new name. Only the first 200 characters are kept.',
        }),
      ),
      channeltemplate_id: Type.Optional(
        Text({ minLength: 1, maxLength: 200, description: 'The channel template that it gets.' }),
      ),
    }),
    reply: ChannelRecord,
    status: 200,
    errors: ['not_found', 'not_granted'],
    example: { input: { channel_id, name: 'Hall lamp' }, reply: example },
  }),
  remove: operation({
    id: 'channelRecords.remove',
    summary: 'Delete a channel',
    description:
      'The device disappears from all homes, with everything that is stored for it. A later channel with the same `remote_key` is a new one.',
    origin: 'base',
    access: 'channel-owner',
    bindings: [{ method: 'DELETE', path, input: 'query' }],
    params,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { channel_id }, reply: {} },
  }),
  subscriptions: operation({
    id: 'channelRecords.subscriptions',
    summary: 'List the users of a channel',
    description: 'The users who hold a grant on the channel, oldest grant first.',
    origin: 'base',
    access: 'channel-owner',
    bindings: [{ method: 'POST', path: `${path}/retrieve-user-subscriptions`, input: 'json' }],
    params,
    input: Empty,
    reply: Type.Object(
      { elements: Type.Array(ChannelSubscription, { description: 'The users.' }) },
      { title: 'ChannelSubscriptions' },
    ),
    status: 200,
    errors: ['not_found'],
    example: {
      input: { channel_id },
      reply: {
        elements: [
          {
            channel: channel_id,
            client_id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
            requesting_client_id: '7c1f2a8e-91d4-4c55-9a0e-3f1d2c7e8a64',
            role: 'user',
          },
        ],
      },
    },
  }),
  ofUser: operation({
    id: 'channelRecords.ofUser',
    summary: 'Check whether a user has a channel',
    description:
      'For a manager about the channels that it created, and for an application about its users. 204 without a body when the user has no such channel.',
    origin: 'base',
    access: 'channels-of-users',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/channels', input: 'query' }],
    params: Type.Object({ user_id: Id('User id.') }),
    input: Type.Object({
      channel_id: Text({ minLength: 1, maxLength: 200, description: 'Channel id.' }),
    }),
    reply: Type.Object(
      {
        elements: Type.Array(Type.Object({ channel: ChannelRecord }), { description: 'The one channel.' }),
      },
      { title: 'ChannelsOfUser' },
    ),
    status: 200,
    whenEmpty: 204,
    errors: ['not_found', 'no_user'],
    example: {
      input: { user_id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11', channel_id },
      reply: { elements: [{ channel: example }] },
    },
  }),
};
