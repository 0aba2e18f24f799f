import type { Channel, Tile } from '@azulejo/contract';
import { HomeTile, type HomeTileProps } from './home-tile.tsx';
import classes from './tile-grid.module.css';

export type Drawing = Pick<HomeTileProps, 'isCached' | 'onAdjust' | 'onUnlock'> & {
  readonly channels: ReadonlyMap<string, Channel>;
};

/** A grid of tiles. The browser skips the rendering of those out of sight. */
export function TileGrid({
  tiles,
  label,
  channels,
  ...props
}: Drawing & { tiles: readonly Tile[]; label: string }) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {tiles.map((tile) => (
        <li key={tile.id} className={classes.cell}>
          <HomeTile tile={tile} channel={channels.get(tile.channel)} {...props} />
        </li>
      ))}
    </ul>
  );
}
