import type { resources, Tile, TileGroup } from '@azulejo/contract';
import type { Handlers, HomeAccess } from '../../core/access/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { ByteCache } from '../../platform/byte-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import { included } from '../../platform/http/included.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';
import { toWireGroup } from './group.ts';
import type { TileGroups } from './groups.ts';
import { groupNamed } from './stored-groups.ts';
import type { Tiles } from './tiles.ts';
import { findTile } from './tiles-routes.ts';
import { createVisibleTiles } from './visible-tiles.ts';

type Dependencies = {
  channels: Channels;
  tiles: Tiles;
  tileGroups: TileGroups;
  cache: ByteCache;
  clock: Clock;
  picture: (name: string) => string;
};

export function tileGroupHandlers(dependencies: Dependencies): Handlers<typeof resources.tileGroups> {
  const { tileGroups } = dependencies;
  const visibleTiles = createVisibleTiles(dependencies);

  const wireGroup = createWireGroup(tileGroups);

  return {
    list: async ({ input, context }) => {
      const withContext = context.home.isPerson && (included(input.include)?.has('context') ?? true);
      const { bytes, revision } = await groupList(dependencies, context.home, withContext);
      return { bytes, revision, cacheControl: PRIVATE };
    },

    create: async ({ input, context }) => {
      const { id: homeId } = context.home;
      const { label, parent, position } = input;
      const { id } = await tileGroups.create(homeId, { label, parentId: parent || null, position });
      return { body: await wireGroup(context.home, id) };
    },

    get: async ({ input, context }) => {
      const body = await wireGroup(context.home, input.group_id);
      return { body, revision: revisionOf(context.home.revision, body), cacheControl: PRIVATE };
    },

    update: async ({ input, context }) => {
      const { id: homeId } = context.home;
      const { group_id: id, label, parent, position } = input;
      const parentId = parent === undefined ? undefined : parent || null;
      if (!context.home.isPerson) await wireGroup(context.home, id);
      await tileGroups.update(homeId, id, { label, parentId, position });
      return { body: await wireGroup(context.home, id) };
    },

    remove: async ({ input, context }) => {
      if (!context.home.isPerson) await wireGroup(context.home, input.group_id);
      await tileGroups.remove(context.home.id, input.group_id);
      return { body: {} };
    },

    tiles: async ({ input, context }) => {
      const { revision, isPerson } = context.home;
      const group = await wireGroup(context.home, input.group_id);
      const { shown } = await visibleTiles(context.home, { withContext: isPerson });
      const body = { tiles: shown.filter((tile) => isIn(tile, group)) };
      return { body, revision: revisionOf(revision, body), cacheControl: PRIVATE };
    },

    tile: async ({ input, context }) => {
      const group = await wireGroup(context.home, input.group_id);
      const body = await findTile(visibleTiles, context.home, input.tile_id);
      if (!isIn(body, group)) throw new ApiError('not_found');
      return { body, revision: body._rev, cacheControl: PRIVATE };
    },
  };
}

/** Returns a function that returns a group which the caller sees. It throws `not_found`. */
const createWireGroup =
  (tileGroups: TileGroups) =>
  async ({ id: homeId, pathId, isPerson }: HomeAccess, id: string): Promise<TileGroup> => {
    const all = await tileGroups.ofUser(homeId);
    const groups = all.filter(({ isContext }) => isPerson || !isContext);
    return toWireGroup(groupNamed(groups, id), groups, pathId);
  };

/** Returns a home's groups as bytes, which are cached until the home changes. */
function groupList(
  { tileGroups, cache, clock }: Dependencies,
  { id: homeId, pathId, revision }: HomeAccess,
  withContext: boolean,
) {
  const key = `tile-groups|${homeId}|${pathId}|${revision}|${withContext}`;
  return cache.get(key, clock.now(), async () => {
    const groups = await tileGroups.ofUser(homeId);
    const shown = groups.filter(({ isContext }) => withContext || !isContext);
    const text = JSON.stringify({ tileGroups: shown.map((each) => toWireGroup(each, groups, pathId)) });
    const validUntil = Number.POSITIVE_INFINITY;
    return { bytes: Buffer.from(text), revision: revisionOf(revision, text), validUntil };
  });
}

const isIn = (tile: Tile, group: TileGroup): boolean => tile.groups.includes(group.id);
