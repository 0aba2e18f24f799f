import { type Static, Type } from 'typebox';
import { ChannelFilter } from '../enumerations.ts';
import { Component } from '../home/tile-parts.ts';
import { operation } from '../operation.ts';
import { Id, Text } from '../text.ts';
import { Property } from './property.ts';

export const Channel = Type.Object(
  {
    _rev: Type.String({ description: 'Revision marker.' }),
    categories: Type.Array(Type.String(), { description: 'Category ids.' }),
    components: Type.Array(Component, { description: 'The parts of the device.' }),
    content: Type.String({ description: 'Content kind: `Device`.' }),
    id: Type.String({ description: 'Channel instance id.' }),
    interface: Type.Object(
      {
        etag: Type.String({ description: 'Revision of the page.' }),
        native: Type.Array(
          Type.Object({
            id: Type.String({ description: 'Id of the part.' }),
            type: Type.String({ description: 'Kind of part.' }),
            size: Type.String({ description: 'Size of the part.' }),
          }),
          { description: 'Parts of the page that an app has built in.' },
        ),
        src: Type.String({ description: 'Path of the page’s archive.' }),
        url: Type.String({ format: 'uri', description: 'URL of the page’s archive.' }),
        uuid: Type.String({ description: 'Id of the page.', format: 'uuid' }),
      },
      { description: 'The device page, which apps show for the device.' },
    ),
    isActionable: Type.Boolean({ description: 'Whether a property can be written.' }),
    isStateful: Type.Boolean({ description: 'Whether a property can be read.' }),
    isTriggerable: Type.Boolean({ description: 'Whether a property reports its changes.' }),
    photoUrl: Type.String({ description: 'Picture of the device.', format: 'uri' }),
    profileId: Type.String({ description: 'Channel template id.' }),
    properties: Type.Array(Property, { description: 'Values that can be read, written and followed.' }),
    remoteId: Type.String({ description: 'Equal to `id`; known apps use it to match events.' }),
    tilePhotoUrl: Type.String({ description: 'Picture for tiles.', format: 'uri' }),
    user: Type.String({ description: 'The user to whom this list belongs.' }),
    virtual: Type.Optional(
      Type.Literal(true, {
        description:
          'Only with `properties=shared`: the platform simulates the device. Missing for other devices.',
      }),
    ),
  },
  { title: 'Channel', description: 'A device instance, as one user sees it (spec 2.4).' },
);
export type Channel = Static<typeof Channel>;

export const SharedProperties = Type.Object(
  {
    channels: Type.Array(Type.String(), { description: 'Ids of the channels that have these properties.' }),
    properties: Type.Array(Property, { description: 'The properties that they share.' }),
  },
  { title: 'SharedProperties', description: 'Properties that several channels in a list share.' },
);

export const ChannelList = Type.Object(
  {
    _id: Type.String({ description: 'Path of the list.' }),
    _rev: Type.String({ description: 'Revision marker, also the `ETag`.' }),
    channels: Type.Array(Channel, { description: 'The devices, oldest grant first.' }),
    href: Type.String({ description: 'Path of the list.' }),
    id: Type.Literal('channels', { description: 'Always `channels`.' }),
    sharedProperties: Type.Optional(
      Type.Array(SharedProperties, {
        description:
          'Only with `properties=shared`: the properties of all channels. `properties` is then empty in `channels`.',
      }),
    ),
  },
  { title: 'ChannelList' },
);
export type ChannelList = Static<typeof ChannelList>;

export const listInput = {
  include: Type.Optional(
    Text({
      maxLength: 500,
      description:
        'Comma-separated. Responses are complete without it. `context` includes the user’s context channel; the other values that clients send (`channelProperties`, `capabilities`, `specs`) name parts that are always included.',
    }),
  ),
  type: Type.Optional(ChannelFilter),
};

export const channels = {
  list: operation({
    id: 'channels.list',
    summary: 'List a user’s channels',
    description:
      'The channels on which the user has a grant, oldest grant first. The user’s context channel comes last, unless `include` is set without `context`. Labels of components and properties, and texts of their states and commands, are in the language that `Accept-Language` prefers: German, English, French, Portuguese or Spanish, and English for others. Labels that are not in the platform’s dictionaries stay as they are stored.',
    spec: '4.7',
    origin: 'base',
    access: 'home',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: '/v3/legacy/users/{user_id}/channels', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Type.Object({
      ...listInput,
      properties: Type.Optional(
        Type.Literal('shared', {
          description:
            'Lists the properties of channels of the same kind only once, in `sharedProperties`. This makes the response for a large home many times smaller.',
        }),
      ),
    }),
    reply: ChannelList,
    list: { items: 'channels' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: {
      input: { user_id: 'me', include: 'channelProperties' },
      reply: {
        _id: '/v3/legacy/users/0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11/channels',
        _rev: '0-d751713988987e9331980363e24189ce',
        channels: [],
        href: '/v3/legacy/users/0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11/channels',
        id: 'channels',
      },
    },
  }),
};
