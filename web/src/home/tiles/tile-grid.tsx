import type { Channel, Tile } from '@azulejo/contract';
import { wideKindOf } from '@azulejo/sdk';
import { lazy, Suspense } from 'react';
import { HomeTile, type HomeTileProps } from './home-tile.tsx';
import { isGroup } from './lamp-groups.ts';
import { MeterTile } from './meter-tile.tsx';
import classes from './tile-grid.module.css';

/** Most homes have no groups of lamps, so that their tile is no part of the first view. */
const GroupTile = lazy(async () => ({ default: (await import('./group-tile.tsx')).GroupTile }));

export type Drawing = Pick<HomeTileProps, 'isCached' | 'onUnlock'> & {
  readonly channels: ReadonlyMap<string, Channel>;
};

type Props = Drawing & {
  tiles: readonly Tile[];
  label: string;
  /** The room under whose name the tiles stand, which their own names omit. */
  room?: string | undefined;
};

/** A grid of tiles. The browser skips the rendering of those out of sight. */
export function TileGrid({ tiles, label, channels, ...props }: Props) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {tiles.map((tile) => {
        if (isGroup(tile))
          return (
            <li key={tile.id} className={classes.cell}>
              <Suspense fallback={<div className={classes.loading} />}>
                <GroupTile group={tile} channels={channels} isCached={props.isCached} room={props.room} />
              </Suspense>
            </li>
          );
        const kind = wideKindOf(tile);
        const Each = kind === 'meter' ? MeterTile : HomeTile;
        return (
          <li key={tile.id} className={kind ? classes.wide : classes.cell}>
            <Each tile={tile} channel={channels.get(tile.channel)} {...props} />
          </li>
        );
      })}
    </ul>
  );
}
