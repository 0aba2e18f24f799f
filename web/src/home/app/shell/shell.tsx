import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import {
  IconBolt,
  IconHistory,
  IconHome,
  IconPlus,
  IconRoute,
  IconUser,
} from '../../../design/icons.generated.ts';
import { Mark } from '../../../design/mark.tsx';
import { PatternDefinitions, PatternSwatch } from '../../../design/patterns.tsx';
import { useLiveHome } from '../../data/live/live-home.ts';
import { UpdateNote } from '../../data/offline/update-note.tsx';
import { ConnectionNote } from '../../devices/connection/connection-note.tsx';
import { AllOffNote } from '../../devices/summary/all-off-button.tsx';
import { SummaryProvider, useRoomSummary } from '../../devices/summary/summary-provider.tsx';
import { type Room, useRooms } from '../../devices/tiles/rooms.ts';
import { isSearchKey } from '../../devices/tiles/search-key.ts';
import { AlarmBand } from '../../house/alarms/alarm-band.tsx';
import { useMeasuresEnergy } from '../../house/energy/measures-energy.ts';
import { useIsPhone } from '../../kit/ui/use-is-phone.ts';
import { useBrowserPush } from '../../person/notifications/browser-push.ts';
import { AskedPlace } from '../../person/place/asked-place.tsx';
import { isHiddenPage, isWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';
import classes from './shell.module.css';

const WallTabletItem = lazy(async () => ({
  default: (await import('../../house/wall-tablet/wall-tablet-item.tsx')).WallTabletItem,
}));

const ENERGY = '/energy';
const ADD = '/add';

/** The places of the bottom bar, of which there are at most five: on a phone, adding is in the title row of Home. */
const pages = [
  { to: '/', label: msg`Home`, icon: IconHome },
  { to: '/automations', label: msg`Automations`, icon: IconRoute },
  { to: ENERGY, label: msg`Energy`, icon: IconBolt },
  { to: '/activity', label: msg`Activity`, icon: IconHistory },
  { to: ADD, label: msg`Add`, icon: IconPlus },
  { to: '/preferences', label: msg({ message: 'You', context: 'page' }), icon: IconUser },
] as const;

/** Returns whether the page of this path is one of tiles, which begins with its own row. */
const hasOwnTop = (path: string): boolean => /^(\/home)?\/?(rooms\/[^/]+\/?)?$/.test(path);

/** Returns whether the page of this path says itself, on a phone, whether the home is live. */
const hasOwnHeader = (path: string): boolean => hasOwnTop(path) || /^(\/home)?\/devices\//.test(path);

/** Frames every page behind the sign-in. It follows the home while the person is signed in. */
export function Shell(): ReactNode {
  const { enter } = useLiveHome();
  useEffect(enter, [enter]);
  const { repair } = useBrowserPush();
  useEffect(() => void repair().catch(() => {}), [repair]);
  useSearchKey();
  const isPhone = useIsPhone();
  const measuresEnergy = useMeasuresEnergy();
  const shown = pages.filter(
    ({ to }) => (to !== ENERGY || measuresEnergy !== false) && !(to === ADD && isPhone) && !isHiddenPage(to),
  );
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <SummaryProvider>
      <div className={classes.shell} data-wall-tablet={isWallTablet() || undefined}>
        <a href="#main" className={classes.skip}>
          <Trans>Skip to content</Trans>
        </a>
        <PatternDefinitions />
        {!(isPhone && hasOwnHeader(path)) && (
          <header className={classes.top}>
            <Mark />
            <span className={classes.brand}>Azulejo</span>
            <ConnectionNote />
          </header>
        )}
        <nav className={classes.nav} aria-label={t`Pages`}>
          <ul>
            {shown.map(({ to, label, icon: Icon }) => (
              // Its place is reserved until it is known, so that the others do not move.
              <li key={to} data-reserved={(to === ENERGY && measuresEnergy === undefined) || undefined}>
                <Link
                  to={to}
                  search={{}}
                  title={i18n._(label)}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                >
                  <Icon size={24} stroke={1.7} aria-hidden="true" />
                  <span className={classes.word}>{i18n._(label)}</span>
                </Link>
              </li>
            ))}
            <Suspense>{isWallTablet() && <WallTabletItem />}</Suspense>
          </ul>
          <RoomList />
        </nav>
        <div className={classes.page}>
          <AlarmBand />
          <main id="main" className={classes.main} tabIndex={-1} data-glance={hasOwnTop(path) || undefined}>
            <UpdateNote />
            <Outlet />
          </main>
        </div>
        <AllOffNote />
        <AskedPlace />
      </div>
    </SummaryProvider>
  );
}

/** Lists the rooms next to the page. In the rail, only their painted tiles are shown. */
function RoomList() {
  const rooms = useRooms();
  if (rooms.length === 0) return null;
  return (
    <div className={classes.rooms}>
      <h2 id="rooms">
        <Trans>Rooms</Trans>
      </h2>
      <ul aria-labelledby="rooms">
        {rooms.map((room) => (
          <RoomItem key={room.area.group.id} room={room} />
        ))}
      </ul>
    </div>
  );
}

function RoomItem({ room: { area, pattern } }: { room: Room }) {
  const { id, label } = area.group;
  const summary = useRoomSummary(id);
  return (
    <li>
      <Link to="/rooms/$roomId" params={{ roomId: id }} title={label}>
        <PatternSwatch index={pattern} className={classes.swatch} />
        <span className={classes.room}>{label}</span>
        {summary?.temperature && <span className={classes.reading}>{summary.temperature}</span>}
      </Link>
    </li>
  );
}

/** Opens the search from every page by its keys, including what is typed meanwhile. */
function useSearchKey(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // On the page with the search field, the field listens itself.
      if (!isSearchKey(event) || document.querySelector('input[type=search][aria-keyshortcuts]')) return;
      event.preventDefault();
      void navigate({ to: '/', search: { find: '' } });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
}
