import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import { createTileGroups } from './groups.ts';
import { tileGroupHandlers } from './groups-routes.ts';
import { createTiles } from './tiles.ts';
import { tileHandlers } from './tiles-routes.ts';

type Needs = Platform & { channels: Channels; picture: (name: string) => string };

/** Stores how a user's devices are drawn, and in which rooms (spec 6). */
export function tilesFeature({ config, db, clock, listCache: cache, channels, picture }: Needs) {
  const tiles = createTiles({ db, clock });
  const tileGroups = createTileGroups({ db, clock });
  return {
    api: { tiles, tileGroups },
    routes({ serve }) {
      const uploaderUrl = config.urls.uploader;
      const shown = { channels, tiles, tileGroups, cache, clock, picture, uploaderUrl };
      // Removing a tile can end a grant: the homes feature serves it.
      const { remove: _remove, ...operations } = resources.tiles;
      serve(operations, tileHandlers(shown));
      serve(resources.tileGroups, tileGroupHandlers(shown));
    },
  } satisfies Feature;
}
