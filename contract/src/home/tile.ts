import { type Static, Type } from 'typebox';
import { listInput } from '../devices/channel.ts';
import { TileKind } from '../enumerations.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text, user_id } from '../text.ts';
import { exampleTile } from './tile-example.ts';
import { Action, Information } from './tile-parts.ts';

export const Tile = Type.Object(
  {
    _id: Type.String({ description: 'Path `/v3/legacy/tiles/<tile_id>`.' }),
    _rev: Type.String({ description: 'Revision marker.' }),
    actions: Type.Array(Action, { description: 'The actions of a tap on the tile; apps use the first.' }),
    channel: Type.String({ description: 'Channel id.' }),
    channelInfo: Type.Object(
      {
        backgroundPhotoUrl: Type.String({ description: 'Picture behind the device page.', format: 'uri' }),
        id: Type.String({ description: 'Channel id.' }),
        photoUrl: Type.String({ description: 'Picture of the device.', format: 'uri' }),
        profileId: Type.String({ description: 'Channel template id.' }),
        remoteId: Type.String({ description: 'Equal to `id`.' }),
      },
      { description: 'The device of the tile.' },
    ),
    components: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Component id.' }),
        type: Type.String({ description: 'Type of the component.' }),
      }),
      { description: 'The components of the channel that the tile shows.' },
    ),
    groups: Type.Array(Type.String(), { description: 'Group ids; never empty.' }),
    href: Type.String({ description: 'Path `/v3/legacy/tiles/<tile_id>`.' }),
    id: Type.String({ description: 'Tile id.' }),
    information: Type.Array(Information, {
      description: 'The values that the tile shows, the most important first.',
    }),
    isGroupable: Type.Boolean({ description: 'Whether people can put the tile into a group.' }),
    kind: TileKind,
    label: Type.String({ description: 'Name of the tile, which the user can change.' }),
    overlayUrl: Type.String({ description: 'Image drawn over the photo; may be empty.' }),
    photoUrl: Type.String({ description: 'Picture of the tile.', format: 'uri' }),
    photoUrlAlt: Type.String({
      description: 'Picture of the device.',
      format: 'uri',
    }),
    profile: Type.String({ description: 'Channel template id.' }),
    user: Type.String({ description: 'Id of the user who sees this tile.' }),
  },
  { title: 'Tile', description: 'How one part of a device is drawn for one user (spec 2.5).' },
);
export type Tile = Static<typeof Tile>;

export const TileList = Type.Object(
  { tiles: Type.Array(Tile, { description: 'The tiles in display order.' }) },
  { title: 'TileList' },
);
export type TileList = Static<typeof TileList>;

const path = '/v3/legacy/users/{user_id}/tiles';
export const tiles = {
  list: operation({
    id: 'tiles.list',
    summary: 'List a user’s tiles',
    description:
      'In display order. With `include=context` the list includes the tiles of the user’s context channel.',
    spec: '4.8',
    origin: 'base',
    access: 'home',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id }),
    input: Type.Object({
      ...listInput,
      exclude: Type.Optional(
        Text({ maxLength: 4000, description: 'Comma-separated tile ids to leave out; may be empty.' }),
      ),
    }),
    reply: TileList,
    list: { items: 'tiles' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', include: 'specs' }, reply: { tiles: [] } },
  }),
  get: operation({
    id: 'tiles.get',
    summary: 'Read a tile',
    description: 'The tile as in the list.',
    origin: 'base',
    access: 'home',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: `${path}/{tile_id}`, input: 'query' }],
    params: Type.Object({ user_id, tile_id: Id('Tile id.') }),
    input: Empty,
    reply: Tile,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', tile_id: exampleTile.id }, reply: exampleTile },
  }),
  update: operation({
    id: 'tiles.update',
    summary: 'Rename or move a tile, or change its picture',
    description: 'Members that are not sent stay as they are.',
    origin: 'base',
    access: 'home',
    needs: 'arrange',
    bindings: [{ method: 'PATCH', path: `${path}/{tile_id}`, input: 'json' }],
    params: Type.Object({ user_id, tile_id: Id('Tile id.') }),
    input: Type.Object({
      label: Type.Optional(
        Text({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'Name of the tile.' }),
      ),
      groups: Type.Optional(
        Type.Array(Text({ maxLength: 200 }), {
          maxItems: 20,
          description:
            'Ids of the user’s areas and groups. They replace the previous ones; an empty list means the default area.',
        }),
      ),
      position: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description:
            'Its position among the tiles of its first area or group, from 0. A value that is too large means the end.',
        }),
      ),
      photo: Type.Optional(
        Type.Union([Text({ maxLength: 2000 }), Type.Null()], {
          description:
            'Sets `photoUrl` for this user: an `https` URL or the URL of an upload; null restores the channel template’s picture.',
        }),
      ),
    }),
    reply: Tile,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: {
      input: { user_id: 'me', tile_id: exampleTile.id, label: 'Reading lamp', groups: exampleTile.groups },
      reply: exampleTile,
    },
  }),
  remove: operation({
    id: 'tiles.remove',
    summary: 'Remove a tile; removing the last tile removes the device',
    description:
      'Removing the last tile of a channel ends the user’s grant on it. A channel without any grants that is not owned by a manager or device is deleted with its history.',
    origin: 'base',
    access: 'home',
    needs: 'manage',
    bindings: [{ method: 'DELETE', path: `${path}/{tile_id}`, input: 'query' }],
    params: Type.Object({ user_id, tile_id: Id('Tile id.') }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me', tile_id: exampleTile.id }, reply: {} },
  }),
};
