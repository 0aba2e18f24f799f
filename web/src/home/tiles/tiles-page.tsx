import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useHome } from '../live/use-home.ts';
import { Problem } from '../shell/problem.tsx';
import { withStyles } from '../shell/with-styles.ts';
import { Announcer } from './announcer.tsx';
import { AreaSection } from './area-section.tsx';
import { type Area, arrange, countOf } from './arrangement.ts';
import { search } from './search.ts';
import { SearchField } from './search-field.tsx';
import type { Asked } from './tile-dialogs.tsx';
import { type Drawing, TileGrid } from './tile-grid.tsx';
import classes from './tiles-page.module.css';
import { AreaLinks, NoDevices, Waiting } from './tiles-page-parts.tsx';
import { readTilesSearch } from './tiles-search.ts';
import { useGradually } from './use-gradually.ts';
import { useKinds } from './use-kinds.ts';

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
  const ask = useCallback((next: Asked) => {
    setIsDialogUsed(true);
    setAsked(next);
  }, []);
  const drawing: Drawing = {
    channels: home.channels,
    isOld: home.isOld && home.state !== 'loading',
    onAdjust: useCallback((tile, channel) => ask({ kind: 'adjust', tile, channel }), [ask]),
    onUnlock: useCallback((tile, unlock) => ask({ kind: 'unlock', tile, unlock }), [ask]),
  };
  const type = (text: string) =>
    void navigate({ to: '/', search: { area: areaId, find: text || undefined }, replace: true });
  return (
    <>
      <header className={classes.header}>
        <h1 className={classes.title}>{chosen?.group.label ?? 'Home'}</h1>
        {home.tiles.length > 0 && <SearchField text={find} isWanted={wanted !== undefined} onChange={type} />}
      </header>
      {areas.length > 0 && find === '' && <AreaLinks areas={areas} chosen={chosen?.group.id} />}
      {home.tiles.length === 0 ? (
        <Nothing {...home} />
      ) : find.trim() !== '' ? (
        <Found text={find} drawing={drawing} />
      ) : (
        <Areas areas={chosen ? [chosen] : areas} drawing={drawing} />
      )}
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
  return areas.map((area) => {
    const limit = Math.max(0, room);
    room -= countOf(area);
    return limit > 0 && <AreaSection key={area.group.id} area={area} limit={limit} {...drawing} />;
  });
}

function Found({ text, drawing }: { text: string; drawing: Drawing }) {
  const { tiles, groups } = useHome();
  const kinds = useKinds(true);
  const found = useMemo(() => search(tiles, groups, kinds, text), [tiles, groups, kinds, text]);
  const limit = useGradually(found.length);
  const count = found.length === 1 ? '1 device' : `${found.length} devices`;
  return (
    <>
      <p className={classes.count} role="status">
        {found.length === 0 ? `No device has “${text.trim()}” in its name, area, kind or maker.` : count}
      </p>
      <TileGrid tiles={found.slice(0, limit)} label="Devices found" {...drawing} />
    </>
  );
}
