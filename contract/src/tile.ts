import { type Static, Type } from 'typebox';
import { listInput } from './channel.ts';
import { TileKind } from './enumerations.ts';
import { operation } from './operation.ts';
import { Id, Text } from './text.ts';
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

export const tiles = {
  list: operation({
    id: 'tiles.list',
    summary: 'List a user’s tiles',
    description: 'In the order in which they are shown.',
    spec: '4.8',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'GET', path: '/v3/legacy/users/{user_id}/tiles', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Type.Object({
      ...listInput,
      exclude: Type.Optional(
        Text({ maxLength: 4000, description: 'Comma-separated tile ids to leave out; may be empty.' }),
      ),
    }),
    reply: TileList,
    status: 200,
    errors: ['invalid_request', 'no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', include: 'specs' }, reply: { tiles: [] } },
  }),
};
