import type { resources, Tile } from '@azulejo/contract';
import type { Handlers, HomeAccess } from '../../core/access/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import { readPhoto } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { ByteCache } from '../../platform/byte-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import { included } from '../../platform/http/included.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';
import type { Tiles } from './tiles.ts';
import { createVisibleTiles, type VisibleTiles } from './visible-tiles.ts';

type Handled = Pick<Handlers<typeof resources.tiles>, 'list' | 'get' | 'update'>;

type Dependencies = {
  channels: Channels;
  tiles: Tiles;
  cache: ByteCache;
  clock: Clock;
  picture: (name: string) => string;
  uploaderUrl: string;
};

export function tileHandlers({ channels, tiles, cache, clock, picture, uploaderUrl }: Dependencies): Handled {
  const visibleTiles = createVisibleTiles({ channels, tiles, picture });
  return {
    list: async ({ input, context }) => {
      const { home } = context;
      const { type } = input;
      const withContext = home.isPerson && (included(input.include)?.has('context') ?? false);
      const exclude = included(input.exclude);
      const make = async () => {
        const { shown, validUntil } = await visibleTiles(home, { type, exclude, withContext });
        const text = JSON.stringify({ tiles: shown });
        return { bytes: Buffer.from(text), revision: revisionOf(home.revision, text), validUntil };
      };
      // Lists with `exclude` are not cached: a picker requests each only once, and it would evict others.
      const key = `tiles|${home.id}|${home.pathId}|${home.revision}|${type ?? ''}|${withContext}`;
      const { bytes, revision } = input.exclude ? await make() : await cache.get(key, clock.now(), make);
      return { bytes, revision, cacheControl: PRIVATE };
    },

    get: async ({ input, context }) => {
      const body = await findTile(visibleTiles, context.home, input.tile_id);
      return { body, revision: body._rev, cacheControl: PRIVATE };
    },

    update: async ({ input, context }) => {
      const { home } = context;
      const { tile_id: tileId, label, groups, position } = input;
      const photo = readPhoto(input.photo, 'photo', uploaderUrl);
      if (!home.isPerson) await findTile(visibleTiles, home, tileId);
      await tiles.update(home.id, tileId, { label, groups, position, photo });
      const body = await findTile(visibleTiles, home, tileId);
      return { body, revision: body._rev };
    },
  };
}

/** Throws `not_found`. */
export async function findTile(visibleTiles: VisibleTiles, home: HomeAccess, tileId: string): Promise<Tile> {
  const { shown } = await visibleTiles(home, { withContext: home.isPerson });
  const tile = shown.find(({ id }) => id === tileId);
  if (!tile) throw new ApiError('not_found', { detail: `There is no tile "${tileId}".` });
  return tile;
}
