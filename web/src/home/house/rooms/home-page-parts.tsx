import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { IconArrowsMove, IconPlayerPlay } from '../../../design/icons.generated.ts';
import type { useHome } from '../../data/live/use-home.ts';
import gridClasses from '../../devices/tiles/tile-grid.module.css';
import { Problem } from '../../kit/ui/problem.tsx';
import { isWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';
import classes from './home-page.module.css';

/** Most homes have devices, so this part is loaded only when it is needed. */
const NoDevices = lazy(async () => ({ default: (await import('./no-devices.tsx')).NoDevices }));

/** Shown in place of the tiles while there are none. */
export function Nothing({
  state,
  error,
  refresh,
  isWaiting = false,
}: ReturnType<typeof useHome> & { isWaiting?: boolean }) {
  if (isWaiting) return <Waiting />;
  if (error !== undefined) return <Problem error={error} onRetry={() => void refresh().catch(() => {})} />;
  return state === 'loading' ? (
    <Waiting />
  ) : (
    <Suspense>
      <NoDevices />
    </Suspense>
  );
}

/** Shows a placeholder for tiles until the home is loaded. */
function Waiting() {
  return (
    <div role="status">
      <span className="visually-hidden">
        <Trans>Loading your home</Trans>
      </span>
      <div className={gridClasses.grid} aria-hidden="true">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((each) => (
          <div key={each} className={gridClasses.cell}>
            <div className={classes.waiting} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Links to the page where the home is arranged and to its scenes; not on a wall tablet, which lacks these pages. */
export function HomeLinks() {
  if (isWallTablet()) return null;
  return (
    <>
      <Link to="/arrange" className={classes.arrange}>
        <IconArrowsMove size={18} aria-hidden="true" />
        <Trans>Arrange</Trans>
      </Link>
      <Link to="/scenes" className={classes.arrange}>
        <IconPlayerPlay size={18} aria-hidden="true" />
        <Trans>Scenes</Trans>
      </Link>
    </>
  );
}
