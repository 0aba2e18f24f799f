import { IconArrowsMove, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { TilePattern } from '../../design/pattern.tsx';
import type { Area } from './arrangement.ts';
import gridClasses from './tile-grid.module.css';
import classes from './tiles-page.module.css';

/** Only the link whose whole search is that of the page is the current one: the first leads to a part of every search. */
const exactly = { exact: true, includeSearch: true } as const;

/** On a phone; where there is room they stand at the side. */
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

/** Where tiles will be, before anything is known. */
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
