import { type Static, Type } from 'typebox';
import { TileKind } from '../enumerations.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { Tile, TileList } from './tile.ts';
import { exampleTile } from './tile-example.ts';

/**
 * An area or a group. An area has no `parent`: known apps treat even an empty `parent` as a group
 * (android-app 2.4).
 */
export const TileGroup = Type.Object(
  {
    href: Type.String({ description: 'Path of the area or group.' }),
    id: Type.String({ description: 'Id of the area or group.' }),
    isDefault: Type.Boolean({
      description: 'Whether this is the area of tiles that were never arranged. It cannot be removed.',
    }),
    kind: TileKind,
    label: Type.String({ description: 'Name of the area or group.' }),
    parent: Type.Optional(Type.String({ description: 'For a group: the id of its area.' })),
    position: Type.Integer({
      description: 'Position among the areas, or among the groups of its area, from 0.',
    }),
  },
  { title: 'TileGroup', description: 'An area of tiles, or a group of tiles within an area.' },
);
export type TileGroup = Static<typeof TileGroup>;

export const TileGroupList = Type.Object(
  {
    tileGroups: Type.Array(TileGroup, {
      description: 'In display order, each area before its groups.',
    }),
  },
  { title: 'TileGroupList' },
);
export type TileGroupList = Static<typeof TileGroupList>;

const user_id = Id('`me`, `self` or a user id.');
const group_id = Id('Id of an area or a group.');
const path = '/v3/legacy/users/{user_id}/tile-groups';
const groupPath = `${path}/{group_id}` as const;

const label = Text({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'Name of the area or group.' });
const parent = Type.Optional(
  Type.Union([Text({ maxLength: 200 }), Type.Null()], {
    description: 'The area that contains it. Null or an empty string makes it an area.',
  }),
);
const position = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Position among the others, from 0. A value that is too large means the end.',
  }),
);

const area: TileGroup = {
  href: '/v3/legacy/users/0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11/tile-groups/0d9f5a0e-7a55-4b53-9a3a-5c2f2f0b8a11',
  id: '0d9f5a0e-7a55-4b53-9a3a-5c2f2f0b8a11',
  isDefault: true,
  kind: 'device',
  label: 'My devices',
  position: 0,
};
const group: TileGroup = {
  href: '/v3/legacy/users/0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11/tile-groups/3f3f7f1e-64c4-4c86-9d0d-8f1b1c0e7d22',
  id: '3f3f7f1e-64c4-4c86-9d0d-8f1b1c0e7d22',
  isDefault: false,
  kind: 'device',
  label: 'Ceiling lights',
  parent: area.id,
  position: 0,
};

export const tileGroups = {
  list: operation({
    id: 'tileGroups.list',
    summary: 'List a user’s areas and groups',
    description:
      'Always includes the default area. If `include` is set without `context`, the area of the user’s context channel is left out.',
    origin: 'base',
    access: 'home',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id }),
    input: Type.Object({
      include: Type.Optional(
        Text({
          maxLength: 500,
          description: 'Comma-separated. `unsorted`, the default area, is always included.',
        }),
      ),
    }),
    reply: TileGroupList,
    list: { items: 'tileGroups' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', include: 'unsorted' }, reply: { tileGroups: [area, group] } },
  }),
  create: operation({
    id: 'tileGroups.create',
    summary: 'Add an area, or a group to an area',
    description: 'Added at the end by default. A user can have up to 200 areas and groups.',
    origin: 'base',
    access: 'home',
    needs: 'arrange',
    bindings: [{ method: 'POST', path, input: 'json' }],
    params: Type.Object({ user_id }),
    input: Type.Object({ label, parent, position }),
    reply: TileGroup,
    status: 201,
    errors: ['quota_exceeded', 'no_user', 'not_found'],
    example: { input: { user_id: 'me', label: group.label, parent: area.id }, reply: group },
  }),
  get: operation({
    id: 'tileGroups.get',
    summary: 'Read an area or a group',
    description: 'The same as in the list.',
    origin: 'base',
    access: 'home',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: groupPath, input: 'query' }],
    params: Type.Object({ user_id, group_id }),
    input: Empty,
    reply: TileGroup,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', group_id: group.id }, reply: group },
  }),
  update: operation({
    id: 'tileGroups.update',
    summary: 'Rename or move an area or a group',
    description: 'Members that are not sent stay as they are, even with PUT.',
    origin: 'base',
    access: 'home',
    needs: 'arrange',
    bindings: [
      { method: 'PATCH', path: groupPath, input: 'json' },
      { method: 'PUT', path: groupPath, input: 'json' },
    ],
    params: Type.Object({ user_id, group_id }),
    input: Type.Object({ label: Type.Optional(label), parent, position }),
    reply: TileGroup,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me', group_id: group.id, label: group.label }, reply: group },
  }),
  remove: operation({
    id: 'tileGroups.remove',
    summary: 'Remove an area or a group',
    description:
      'Its tiles are kept. The tiles of a group move to its area; the tiles and groups of an area move to the default area.',
    origin: 'base',
    access: 'home',
    needs: 'arrange',
    bindings: [{ method: 'DELETE', path: groupPath, input: 'query' }],
    params: Type.Object({ user_id, group_id }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me', group_id: group.id }, reply: {} },
  }),
  tiles: operation({
    id: 'tileGroups.tiles',
    summary: 'List the tiles of an area or a group',
    description: 'Only the tiles directly in it, not the tiles of its groups.',
    origin: 'base',
    access: 'home',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: `${groupPath}/tiles`, input: 'query' }],
    params: Type.Object({ user_id, group_id }),
    input: Empty,
    reply: TileList,
    list: { items: 'tiles' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', group_id: group.id }, reply: { tiles: [] } },
  }),
  tile: operation({
    id: 'tileGroups.tile',
    summary: 'Read a tile of an area or a group',
    description: 'Returns 404 if the tile is in another area or group.',
    origin: 'base',
    access: 'home',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: `${groupPath}/tiles/{tile_id}`, input: 'query' }],
    params: Type.Object({ user_id, group_id, tile_id: Id('Tile id.') }),
    input: Empty,
    reply: Tile,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: {
      input: { user_id: 'me', group_id: group.id, tile_id: exampleTile.id },
      reply: exampleTile,
    },
  }),
};
