import { Link } from '@tanstack/react-router';
import { IconArrowsMove, IconPlus } from '../../design/icons.generated.ts';
import { TilePattern } from '../../design/pattern.tsx';
import type { Area } from './arrangement.ts';
import gridClasses from './tile-grid.module.css';
import classes from './tiles-page.module.css';

/**
 * A link is current only if its whole search matches, because the first link's search is part of every other.
 */
const exactly = { exact: true, includeSearch: true } as const;

/** The links to areas on a phone; wide screens show them at the side. */
export function AreaLinks({ areas }: { areas: readonly Area[] }) {
  return (
    <nav className={classes.areas} aria-label="Areas">
      <Link to="/" search={{}} activeOptions={exactly}>
        All
      </Link>
      {areas.map(({ group }) => (
        <Link key={group.id} to="/" search={{ area: group.id }} activeOptions={exactly}>
          {group.label}
        </Link>
      ))}
      <Link to="/arrange" className={classes.arrange}>
        <IconArrowsMove size={18} aria-hidden="true" />
        Arrange
      </Link>
    </nav>
  );
}

/** A placeholder for tiles until the home is loaded. */
export function Waiting() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading your home</span>
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

export function NoDevices() {
  return (
    <div className={classes.empty}>
      <TilePattern className={classes.wall} />
      <div className={classes.words}>
        <h2>Your home is empty</h2>
        <p>Add a device to see and control it here.</p>
        <Link to="/add" className={classes.add}>
          <IconPlus size={18} aria-hidden="true" />
          Add a device
        </Link>
      </div>
    </div>
  );
}
