import type { Channel, Preferences, Tile } from '@azulejo/contract';
import { wideKindOf } from '@azulejo/sdk';
import { lazy, type MouseEvent, Suspense, useMemo, useState } from 'react';
import { isHiddenPage } from '../../tablet/wall-tablet/wall-tablet.ts';
import tileClasses from './home-tile.module.css';
import { HomeTile, type HomeTileProps } from './home-tile.tsx';
import { isGroup } from './lamp-groups.ts';
import classes from './tile-grid.module.css';
import type { OpenedMenu } from './tile-menu.tsx';

/** Most homes have no groups of lamps, so their tile is not part of the first view. */
const GroupTile = lazy(async () => ({ default: (await import('./group-tile.tsx')).GroupTile }));

/** The line of 24 hours is loaded after the first paint; until then the tile shows its reading at its place. */
const MeterTile = lazy(async () => ({ default: (await import('./meter-tile.tsx')).MeterTile }));

/** Few people open a menu, so it is not part of the first view. */
const TileMenu = lazy(async () => ({ default: (await import('./tile-menu.tsx')).TileMenu }));

export type Drawing = Pick<HomeTileProps, 'isCached' | 'onUnlock' | 'reading'> & {
  readonly channels: ReadonlyMap<string, Channel>;
  /** The icons that the person chose. */
  readonly icons: Preferences['tile_icons'];
};

type Props = Drawing & {
  tiles: readonly Tile[];
  label: string;
  /** The room under whose heading the tiles are shown, which their names omit. */
  room?: string;
};

/** Shows a grid of tiles. The browser skips the rendering of those out of sight. */
export function TileGrid({ tiles, label, channels, icons, ...props }: Props) {
  const chosen = useMemo(() => new Map(icons?.map(({ tile, icon }) => [tile, icon])), [icons]);
  const [opened, setOpened] = useState<OpenedMenu>();
  /** Handles the menus of all tiles with one listener. Groups have no menu. */
  const openMenu = (event: MouseEvent<HTMLUListElement>) => {
    const cell = event.target instanceof Element ? event.target.closest('li') : null;
    const tile = cell && tiles[[...event.currentTarget.children].indexOf(cell)];
    if (!cell || !tile || isGroup(tile) || isHiddenPage('/automations')) return;
    event.preventDefault();
    const { left, bottom } = cell.getBoundingClientRect();
    // Without a pointer, it opens below the tile.
    const isPointed = event.clientX > 0 || event.clientY > 0;
    setOpened({ tile, ...(isPointed ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom }) });
  };
  return (
    <>
      <ul className={classes.grid} aria-label={label} onContextMenu={openMenu}>
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
      {opened && (
        <Suspense>
          <TileMenu {...opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
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
