import type { Tile } from '@azulejo/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { NewDevicesNote } from '../bridges/new-devices-note.tsx';
import { useLiveHome } from '../live/live-home.ts';
import { useHome } from '../live/use-home.ts';
import { usePageTitle } from '../parts/page-title.ts';
import { Problem } from '../parts/problem.tsx';
import { withStyles } from '../parts/with-styles.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { Announcer } from './announcer.tsx';
import { AreaSection } from './area-section.tsx';
import { type Area, arrange, countOf } from './arrangement.ts';
import { search } from './search.ts';
import { SearchField } from './search-field.tsx';
import type { Asked } from './tile-dialogs.tsx';
import { type Drawing, TileGrid } from './tile-grid.tsx';
import { statesOn } from './tile-states.ts';
import classes from './tiles-page.module.css';
import { AreaLinks, NoDevices, Waiting } from './tiles-page-parts.tsx';
import { readTilesSearch } from './tiles-search.ts';
import { useGradually } from './use-gradually.ts';
import { useKinds } from './use-kinds.ts';
import { useScrollReturn } from './use-scroll-return.ts';
import { useRememberTiles } from './way-back.ts';

const TileDialogs = lazy(async () => {
  const { TileDialogs } = await withStyles(import('./tile-dialogs.tsx'));
  return { default: TileDialogs };
});

/** The home at a glance: every device as a tile, by area. */
export function TilesPage(): ReactNode {
  const { area: areaId, find: wanted } = readTilesSearch(useSearch({ strict: false }));
  const find = wanted ?? '';
  const navigate = useNavigate();
  const home = useHome();
  const [asked, setAsked] = useState<Asked>();
  const [isDialogUsed, setIsDialogUsed] = useState(false);
  const areas = useMemo(() => arrange(home.tiles, home.groups), [home.tiles, home.groups]);
  const chosen = areas.find(({ group }) => group.id === areaId);
  usePageTitle(chosen?.group.label ?? 'Home');
  useRememberTiles({ area: areaId, find: wanted });
  useScrollReturn(home.tiles.length > 0);
  const ask = useCallback((next: Asked) => {
    setIsDialogUsed(true);
    setAsked(next);
  }, []);
  const drawing: Drawing = {
    channels: home.channels,
    isCached: home.isCached && home.state !== 'loading',
    onAdjust: useCallback((tile, channel) => ask({ kind: 'adjust', tile, channel }), [ask]),
    onUnlock: useCallback((tile, unlock) => ask({ kind: 'unlock', tile, unlock }), [ask]),
  };
  const type = (text: string) =>
    void navigate({ to: '/', search: { area: areaId, find: text || undefined }, replace: true });
  // The space of the tiles is reserved during the first load, so that nothing moves afterwards.
  const hasPlace = home.tiles.length > 0 || (home.state === 'loading' && home.error === undefined);
  return (
    <>
      <header className={classes.header}>
        <h1>{chosen?.group.label ?? 'Home'}</h1>
        {hasPlace && <SearchField text={find} isWanted={wanted !== undefined} onChange={type} />}
      </header>
      {find === '' && <NewDevicesNote />}
      {hasPlace && find === '' && <AreaLinks areas={areas} />}
      <div data-reading={home.state === 'loading' ? '' : undefined}>
        {home.tiles.length === 0 ? (
          <Nothing {...home} />
        ) : find.trim() !== '' ? (
          <Found text={find} drawing={drawing} />
        ) : (
          <Areas areas={chosen ? [chosen] : areas} drawing={drawing} />
        )}
      </div>
      <Announcer />
      {isDialogUsed && (
        <Suspense>
          <TileDialogs asked={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function Nothing({ state, error, refresh }: ReturnType<typeof useHome>) {
  if (error !== undefined) return <Problem error={error} onRetry={() => void refresh().catch(() => {})} />;
  return state === 'loading' ? <Waiting /> : <NoDevices />;
}

function Areas({ areas, drawing }: { areas: readonly Area[]; drawing: Drawing }) {
  let room = useGradually(areas.reduce((count, area) => count + countOf(area), 0));
  return (
    <div className={classes.sections}>
      {areas.map((area) => {
        const count = countOf(area);
        const limit = Math.min(count, Math.max(0, room));
        room -= count;
        return limit > 0 && <AreaSection key={area.group.id} area={area} limit={limit} {...drawing} />;
      })}
    </div>
  );
}

function Found({ text, drawing }: { text: string; drawing: Drawing }) {
  const { tiles, groups, channels } = useHome();
  const kinds = useKinds(true);
  const live = useLiveHome();
  const reading = usePreferences();
  const found = useMemo(() => {
    const statesOf = (tile: Tile) => statesOn(live, tile, channels.get(tile.channel), reading);
    return search(tiles, { groups, kinds, statesOf }, text);
  }, [live, tiles, groups, channels, kinds, reading, text]);
  const limit = useGradually(found.length);
  const count = found.length === 1 ? '1 device' : `${found.length} devices`;
  return (
    <>
      <p className={classes.count} role="status">
        {found.length === 0
          ? `No device has “${text.trim()}” in its name, area, kind, maker or state.`
          : count}
      </p>
      <TileGrid tiles={found.slice(0, limit)} label="Devices found" {...drawing} />
    </>
  );
}
