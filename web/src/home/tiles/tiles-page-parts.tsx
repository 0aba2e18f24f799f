import { IconArrowsMove, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { TilePattern } from '../../design/pattern.tsx';
import type { Area } from './arrangement.ts';
import gridClasses from './tile-grid.module.css';
import classes from './tiles-page.module.css';

/** On a phone; where there is room they stand at the side. */
export function AreaLinks({ areas, chosen }: { areas: readonly Area[]; chosen: string | undefined }) {
  return (
    <nav className={classes.areas} aria-label="Areas">
      <Link to="/" search={{}} aria-current={chosen === undefined ? 'page' : undefined} activeProps={{}}>
        All
      </Link>
      {areas.map(({ group }) => (
        <Link
          key={group.id}
          to="/"
          search={{ area: group.id }}
          aria-current={chosen === group.id ? 'page' : undefined}
          activeProps={{}}
        >
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
      <span className="visually-hidden">Your home is being read</span>
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
        <h2>Your home is empty yet</h2>
        <p>Add a device, and it stands here as a tile that you can look at and switch.</p>
        <Link to="/add" className={classes.add}>
          <IconPlus size={18} aria-hidden="true" />
          Add a device
        </Link>
      </div>
    </div>
  );
}
