import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHome } from '../live/use-home.ts';
import { arrange, countOf } from '../tiles/arrangement.ts';
import classes from './shell.module.css';

/** The list of areas next to the page, on wide screens. */
export function AreaList() {
  const { tiles, groups } = useHome();
  const areas = useMemo(() => arrange(tiles, groups), [tiles, groups]);
  if (areas.length === 0) return null;
  return (
    <div className={classes.areas}>
      <h2 id="areas">Areas</h2>
      <ul aria-labelledby="areas">
        {areas.map((area) => (
          <li key={area.group.id}>
            <Link
              to="/"
              search={{ area: area.group.id }}
              activeOptions={{ exact: true, includeSearch: true }}
            >
              <span>{area.group.label}</span>
              <span className={classes.count}>{countOf(area)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/arrange" className={classes.arrange}>
        Arrange
      </Link>
    </div>
  );
}
