import type { Channel, Tile } from '@azulejo/contract';
import { wideKindOf } from '@azulejo/sdk';
import { HomeTile, type HomeTileProps } from './home-tile.tsx';
import { MeterTile } from './meter-tile.tsx';
import classes from './tile-grid.module.css';

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
