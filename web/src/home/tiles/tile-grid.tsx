import type { Channel, Preferences, Tile } from '@azulejo/contract';
import { wideKindOf } from '@azulejo/sdk';
import { lazy, Suspense, useMemo } from 'react';
import tileClasses from './home-tile.module.css';
import { HomeTile, type HomeTileProps } from './home-tile.tsx';
import { isGroup } from './lamp-groups.ts';
import classes from './tile-grid.module.css';

/** Most homes have no groups of lamps, so that their tile is no part of the first view. */
const GroupTile = lazy(async () => ({ default: (await import('./group-tile.tsx')).GroupTile }));

/** The line of 24 hours comes after the first paint; until then its tile has its place and its reading. */
const MeterTile = lazy(async () => ({ default: (await import('./meter-tile.tsx')).MeterTile }));

export type Drawing = Pick<HomeTileProps, 'isCached' | 'onUnlock' | 'reading'> & {
  readonly channels: ReadonlyMap<string, Channel>;
  /** The icons that the person chose. */
  readonly icons: Preferences['tile_icons'];
};

type Props = Drawing & {
  tiles: readonly Tile[];
  label: string;
  /** The room under whose name the tiles stand, which their own names omit. */
  room?: string | undefined;
};

/** A grid of tiles. The browser skips the rendering of those out of sight. */
export function TileGrid({ tiles, label, channels, icons, ...props }: Props) {
  const chosen = useMemo(() => new Map(icons?.map(({ tile, icon }) => [tile, icon])), [icons]);
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
        const own = { tile, channel: channels.get(tile.channel), iconName: chosen.get(tile.id), ...props };
        return (
          <li key={tile.id} className={kind ? classes.wide : classes.cell}>
            {kind === 'meter' ? <Meter {...own} /> : <HomeTile {...own} />}
          </li>
        );
      })}
    </ul>
  );
}

function Meter(props: HomeTileProps) {
  const withoutLine = (
    <HomeTile {...props}>
      <span className={tileClasses.trend} />
    </HomeTile>
  );
  return (
    <Suspense fallback={withoutLine}>
      <MeterTile {...props} />
    </Suspense>
  );
}
