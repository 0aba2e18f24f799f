import type { resources, Tile, TileGroup } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
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

  async function wireGroup(userId: string, id: string): Promise<TileGroup> {
    const groups = await tileGroups.ofUser(userId);
    return toWireGroup(groupNamed(groups, id), groups, userId);
  }

  return {
    list: async ({ input, context }) => {
      const withContext = included(input.include)?.has('context') ?? true;
      const { bytes, revision } = await groupList(dependencies, context.home, withContext);
      return { bytes, revision, cacheControl: PRIVATE };
    },

    create: async ({ input, context }) => {
      const { id: userId } = context.home;
      const { label, parent, position } = input;
      const { id } = await tileGroups.create(userId, { label, parentId: parent || null, position });
      return { body: await wireGroup(userId, id) };
    },

    get: async ({ input, context }) => {
      const { id: userId, revision } = context.home;
      const body = await wireGroup(userId, input.group_id);
      return { body, revision: revisionOf(revision, body), cacheControl: PRIVATE };
    },

    update: async ({ input, context }) => {
      const { id: userId } = context.home;
      const { group_id: id, label, parent, position } = input;
      const parentId = parent === undefined ? undefined : parent || null;
      await tileGroups.update(userId, id, { label, parentId, position });
      return { body: await wireGroup(userId, id) };
    },

    remove: async ({ input, context }) => {
      await tileGroups.remove(context.home.id, input.group_id);
      return { body: {} };
    },

    tiles: async ({ input, context }) => {
      const { id: userId, revision } = context.home;
      const group = await wireGroup(userId, input.group_id);
      const { shown } = await visibleTiles(userId, { withContext: true });
      const body = { tiles: shown.filter((tile) => isIn(tile, group)) };
      return { body, revision: revisionOf(revision, body), cacheControl: PRIVATE };
    },

    tile: async ({ input, context }) => {
      const { id: userId } = context.home;
      const group = await wireGroup(userId, input.group_id);
      const body = await findTile(visibleTiles, userId, input.tile_id);
      if (!isIn(body, group)) throw new ApiError('not_found');
      return { body, revision: body._rev, cacheControl: PRIVATE };
    },
  };
}

/** Returns a home's groups as bytes, which are cached until the home changes. */
function groupList(
  { tileGroups, cache, clock }: Dependencies,
  { id: userId, revision }: { id: string; revision: number },
  withContext: boolean,
) {
  const key = `tile-groups|${userId}|${revision}|${withContext}`;
  return cache.get(key, clock.now(), async () => {
    const groups = await tileGroups.ofUser(userId);
    const shown = groups.filter(({ isContext }) => withContext || !isContext);
    const text = JSON.stringify({ tileGroups: shown.map((each) => toWireGroup(each, groups, userId)) });
    const validUntil = Number.POSITIVE_INFINITY;
    return { bytes: Buffer.from(text), revision: revisionOf(revision, text), validUntil };
  });
}

const isIn = (tile: Tile, group: TileGroup): boolean => tile.groups.includes(group.id);
