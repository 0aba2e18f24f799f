import { type Static, Type } from 'typebox';
import { listInput } from './channel.ts';
import { TileKind } from './enumerations.ts';
import { operation } from './operation.ts';
import { Empty, Id, Text } from './text.ts';
import { exampleTile } from './tile-example.ts';
import { Action, Information } from './tile-parts.ts';

export const Tile = Type.Object(
  {
    _id: Type.String({ description: 'Path `/v3/legacy/tiles/<tile_id>`.' }),
    _rev: Type.String(),
    actions: Type.Array(Action),
    channel: Type.String({ description: 'Channel id.' }),
    channelInfo: Type.Object({
      backgroundPhotoUrl: Type.String({ format: 'uri' }),
      id: Type.String(),
      photoUrl: Type.String({ format: 'uri' }),
      profileId: Type.String(),
      remoteId: Type.String(),
    }),
    components: Type.Array(Type.Object({ id: Type.String(), type: Type.String() })),
    groups: Type.Array(Type.String(), { description: 'Group ids; never empty.' }),
    href: Type.String({ description: 'Path `/v3/legacy/tiles/<tile_id>`.' }),
    id: Type.String(),
    information: Type.Array(Information),
    isGroupable: Type.Boolean(),
    kind: TileKind,
    label: Type.String(),
    overlayUrl: Type.String({ description: 'Image drawn over the photo; may be empty.' }),
    photoUrl: Type.String({ format: 'uri' }),
    photoUrlAlt: Type.String({ format: 'uri' }),
    profile: Type.String({ description: 'Channel template id.' }),
    user: Type.String({ description: 'Owner user id.' }),
  },
  { title: 'Tile', description: 'How one part of a device is drawn for one user (spec 2.5).' },
);
export type Tile = Static<typeof Tile>;

export const TileList = Type.Object({ tiles: Type.Array(Tile) }, { title: 'TileList' });
export type TileList = Static<typeof TileList>;

const user_id = Id('`me`, `self` or a user id.');
const path = '/v3/legacy/users/{user_id}/tiles';
export const tiles = {
  list: operation({
    id: 'tiles.list',
    summary: 'List a user’s tiles',
    description:
      'In the order in which they are shown. The tiles of the user’s own context are there with `include=context`.',
    spec: '4.8',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id }),
    input: Type.Object({
      ...listInput,
      exclude: Type.Optional(
        Text({ maxLength: 4000, description: 'Comma-separated tile ids to leave out; may be empty.' }),
      ),
    }),
    reply: TileList,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', include: 'specs' }, reply: { tiles: [] } },
  }),
  get: operation({
    id: 'tiles.get',
    summary: 'Read a tile',
    description: 'As it stands in the list.',
    origin: 'base',
    access: 'user-resource',
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
    summary: 'Rename or move a tile, or give it a picture',
    description: 'Members that are not sent stay as they are.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'PATCH', path: `${path}/{tile_id}`, input: 'json' }],
    params: Type.Object({ user_id, tile_id: Id('Tile id.') }),
    input: Type.Object({
      label: Type.Optional(Text({ minLength: 1, maxLength: 200 })),
      groups: Type.Optional(
        Type.Array(Text({ maxLength: 200 }), {
          maxItems: 20,
          description:
            'Ids of areas and groups of the user, in place of those before. None is the default area.',
        }),
      ),
      position: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description:
            'Its place among the tiles of its first area or group, from 0. What is too large is the end.',
        }),
      ),
      photo: Type.Optional(
        Type.Union([Text({ maxLength: 2000 }), Type.Null()], {
          description:
            'For this user’s `photoUrl`: an `https` URL, or that of an upload; null for the picture of the channel template.',
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
    summary: 'Remove a tile, and with its last tile a device',
    description:
      'With the last tile of a channel the user’s grant on it ends. A channel that nobody holds a grant on any more, and that no manager or device stands behind, is deleted with its history.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'DELETE', path: `${path}/{tile_id}`, input: 'query' }],
    params: Type.Object({ user_id, tile_id: Id('Tile id.') }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me', tile_id: exampleTile.id }, reply: {} },
  }),
};
