import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
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
import { PatternDefinitions } from '../../../design/patterns.tsx';
import { useLiveHome } from '../../data/live/live-home.ts';
import { UpdateNote } from '../../data/offline/update-note.tsx';
import { ConnectionNote } from '../../devices/connection/connection-note.tsx';
import { AllOffNote } from '../../devices/summary/all-off-button.tsx';
import { SummaryProvider } from '../../devices/summary/summary-provider.tsx';
import { AlarmBand } from '../../house/alarms/alarm-band.tsx';
import { useMeasuresEnergy } from '../../house/energy/measures-energy.ts';
import { useIsPhone } from '../../kit/ui/use-is-phone.ts';
import { useBrowserPush } from '../../person/notifications/browser-push.ts';
import { AskedPlace } from '../../person/place/asked-place.tsx';
import { isHiddenPage, isWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';
import { RoomList } from './room-list.tsx';
import classes from './shell.module.css';
import { useSearchKey } from './use-search-key.ts';

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
