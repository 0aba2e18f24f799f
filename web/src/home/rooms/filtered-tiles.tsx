import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHome } from '../live/use-home.ts';
import { useChips } from '../summary/summary-provider.tsx';
import { type Drawing, TileGrid } from '../tiles/tile-grid.tsx';
import type { Filter } from '../tiles/tiles-search.ts';
import { useGradually } from '../tiles/use-gradually.ts';
import classes from './home-page.module.css';

const titles: Readonly<Record<Filter, string>> = {
  lights: 'Lights that are on',
  security: 'Open, unlocked or tampered',
  climate: 'Temperatures',
  energy: 'Power now',
  batteries: 'Low batteries',
  unreachable: 'Not answering',
};

/**
 * The tiles that a chip is about. One that is no longer, such as a lamp that was turned off here, stays until the
 * page is left, so that nothing moves under a finger.
 */
export function FilteredTiles({ filter, drawing }: { filter: Filter; drawing: Drawing }) {
  const { tiles } = useHome();
  const chips = useChips();
  const chip = chips?.find((each) => each.filter === filter);
  const [listed, setListed] = useState<ReadonlySet<string>>(new Set());
  const added = chip?.tileIds.filter((id) => !listed.has(id)) ?? [];
  if (added.length > 0) setListed(new Set([...listed, ...added]));
  const found = tiles.filter(({ id }) => listed.has(id));
  const limit = useGradually(found.length);
  return (
    <section aria-labelledby="filtered">
      <div className={classes.filtered}>
        <h2 id="filtered">{titles[filter]}</h2>
        <p role="status">{chips && (chip ? chip.text + chip.detail : 'None now')}</p>
        <Link to="/" search={{}}>
          Show all
        </Link>
      </div>
      <TileGrid tiles={found.slice(0, limit)} label={titles[filter]} {...drawing} />
    </section>
  );
}
