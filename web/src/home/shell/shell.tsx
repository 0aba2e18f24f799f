import { Link, Outlet } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { IconHome, IconPlus, IconUser } from '../../design/icons.generated.ts';
import { Mark } from '../../design/mark.tsx';
import { AlarmBand } from '../alarms/alarm-band.tsx';
import { useLiveHome } from '../live/live-home.ts';
import { UpdateNote } from '../offline/update-note.tsx';
import { AreaList } from './area-list.tsx';
import { ConnectionNote } from './connection-note.tsx';
import classes from './shell.module.css';
import { useSearchKey } from './use-search-key.ts';

const pages = [
  { to: '/', label: 'Home', icon: IconHome },
  { to: '/add', label: 'Add', icon: IconPlus },
  { to: '/preferences', label: 'You', icon: IconUser },
] as const;

/** The frame of every page behind the sign-in. It follows the home while the person is signed in. */
export function Shell(): ReactNode {
  const { enter } = useLiveHome();
  useEffect(enter, [enter]);
  useSearchKey();
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.top}>
        <Mark />
        <span className={classes.brand}>Azulejo</span>
        <ConnectionNote />
      </header>
      <nav className={classes.nav} aria-label="Pages">
        <ul>
          {pages.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} search={{}} activeOptions={{ exact: to === '/', includeSearch: false }}>
                <Icon size={22} stroke={1.7} aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <AreaList />
      </nav>
      <div className={classes.page}>
        <AlarmBand />
        <main id="main" className={classes.main} tabIndex={-1}>
          <UpdateNote />
          <Outlet />
        </main>
      </div>
    </div>
  );
}
