import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { useFavourites } from '../../devices/favourites/use-favourites.ts';
import { Announcer } from '../../devices/tiles/announcer.tsx';
import { countOf } from '../../devices/tiles/arrangement.ts';
import { type Room, useRooms } from '../../devices/tiles/rooms.ts';
import { type Drawing, TileGrid } from '../../devices/tiles/tile-grid.tsx';
import { readTilesSearch } from '../../devices/tiles/tiles-search.ts';
import { useGradually } from '../../devices/tiles/use-gradually.ts';
import { useScrollReturn } from '../../devices/tiles/use-scroll-return.ts';
import { useRememberHome } from '../../devices/tiles/way-back.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { useArePreferencesKnown } from '../../person/preferences/use-preferences.ts';
import { useAlarmAreas } from '../alarms/use-alarm-areas.ts';
import { RoomSection } from './area-section.tsx';
import classes from './home-page.module.css';
import { HomeLinks, Nothing } from './home-page-parts.tsx';
import { HomeTop } from './home-top.tsx';
import { useDrawing } from './use-drawing.tsx';

const NewDevicesNote = lazy(async () => ({
  default: (await import('../../devices/bridges/new-devices-note.tsx')).NewDevicesNote,
}));
const FoundTiles = lazy(async () => ({ default: (await import('./found-tiles.tsx')).FoundTiles }));
const FilteredTiles = lazy(async () => ({ default: (await import('./filtered-tiles.tsx')).FilteredTiles }));

/** Shows the home at a glance: every device as a tile, by room. */
export function HomePage(): ReactNode {
  const { find, show } = readTilesSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const home = useHome();
  const alarmed = useAlarmAreas();
  const rooms = useRooms();
  const isAlarmed = ({ area }: Room) => alarmed.has(area.group.id);
  // The favourites are above the rooms, and would move them.
  const areKnown = useArePreferencesKnown();
  const { drawing, dialogs } = useDrawing();
  usePageTitle(t`Home`);
  useRememberHome({ find, show });
  useScrollReturn(home.tiles.length > 0);
  const search = (text: string | undefined) =>
    void navigate({ to: '/', search: { find: text }, replace: find !== undefined });
  // The space of the tiles is reserved during the first load, so that nothing moves afterwards.
  const hasPlace = home.tiles.length > 0 || (home.state === 'loading' && home.error === undefined);
  return (
    <>
      <HomeTop find={find} canSearch={hasPlace} onSearch={search} />
      <Suspense>{find === undefined && show === undefined && <NewDevicesNote />}</Suspense>
      <div className={classes.body} data-reading={home.state === 'loading' ? '' : undefined}>
        {home.tiles.length === 0 || !areKnown ? (
          <Nothing {...home} isWaiting={home.tiles.length > 0} />
        ) : find?.trim() ? (
          <Suspense>
            <FoundTiles text={find} drawing={drawing} />
          </Suspense>
        ) : show && find === undefined ? (
          <Suspense>
            <FilteredTiles key={show} filter={show} drawing={drawing} />
          </Suspense>
        ) : (
          <>
            {/* The room of an alarm is above everything else for as long as the alarm lasts. */}
            <Rooms rooms={rooms.filter(isAlarmed)} drawing={drawing} />
            <Favourites drawing={drawing} />
            <Rooms rooms={rooms.filter((room) => !isAlarmed(room))} drawing={drawing} />
            <HomeLinks />
          </>
        )}
      </div>
      <Announcer />
      {dialogs}
    </>
  );
}

/** Shows the person's own row, above the rooms. */
function Favourites({ drawing }: { drawing: Drawing }) {
  const favourites = useFavourites();
  if (favourites.length === 0) return null;
  return (
    <section aria-labelledby="favourites">
      <h2 className={classes.caption} id="favourites">
        <Trans>Favourites</Trans>
      </h2>
      <TileGrid tiles={favourites} label={t`Favourites`} {...drawing} />
    </section>
  );
}

function Rooms({ rooms, drawing }: { rooms: readonly Room[]; drawing: Drawing }) {
  let space = useGradually(rooms.reduce((count, { area }) => count + countOf(area), 0));
  return (
    <div className={classes.rooms}>
      {rooms.map((room) => {
        const count = countOf(room.area);
        const limit = Math.min(count, Math.max(0, space));
        space -= count;
        return limit > 0 && <RoomSection key={room.area.group.id} room={room} limit={limit} {...drawing} />;
      })}
    </div>
  );
}
