import type { Tile } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { useLiveHome } from '../../data/live/live-home.ts';
import { useHome } from '../../data/live/use-home.ts';
import { useGroupTiles } from '../../devices/tiles/lamp-groups.ts';
import { search, statesOn, useKinds } from '../../devices/tiles/search.ts';
import { type Drawing, TileGrid } from '../../devices/tiles/tile-grid.tsx';
import { useGradually } from '../../devices/tiles/use-gradually.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './home-page.module.css';

/** Shows the tiles with every word of the text. */
export function FoundTiles({ text, drawing }: { text: string; drawing: Drawing }) {
  const { tiles, groups, channels } = useHome();
  const lamps = useGroupTiles();
  const kinds = useKinds(true);
  const live = useLiveHome();
  const reading = usePreferences();
  const found = useMemo(() => {
    const statesOf = (tile: Tile) => statesOn(live, tile, channels.get(tile.channel), reading);
    return search([...lamps, ...tiles], { groups, kinds, statesOf }, text);
  }, [live, tiles, lamps, groups, channels, kinds, reading, text]);
  const limit = useGradually(found.length);
  const count = plural(found.length, { one: '# device', other: '# devices' });
  return (
    <>
      <p className={classes.count} role="status">
        {found.length === 0
          ? t`No device has “${{ text: text.trim() }}” in its name, area, kind, maker or state.`
          : count}
      </p>
      <TileGrid tiles={found.slice(0, limit)} label={t`Devices found`} {...drawing} />
    </>
  );
}
