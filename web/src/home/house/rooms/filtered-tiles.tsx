import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { useChips } from '../../devices/summary/summary-provider.tsx';
import { type Drawing, TileGrid } from '../../devices/tiles/tile-grid.tsx';
import type { Filter } from '../../devices/tiles/tiles-search.ts';
import { useGradually } from '../../devices/tiles/use-gradually.ts';
import classes from './home-page.module.css';

const titles: Readonly<Record<Filter, MessageDescriptor>> = {
  lights: msg`Lights that are on`,
  security: msg`Open, unlocked or tampered`,
  climate: msg`Temperatures`,
  energy: msg`Power now`,
  batteries: msg`Low batteries`,
  unreachable: msg`Not answering`,
};

/**
 * Shows the tiles that a chip is about. A tile that no longer matches, such as a lamp that was turned off
 * here, stays until the page is left, so that nothing moves under a finger.
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
        <h2 id="filtered">{i18n._(titles[filter])}</h2>
        <p role="status">{chips && (chip ? chip.text + chip.detail : t`None now`)}</p>
        <Link to="/" search={{}}>
          <Trans>Show all</Trans>
        </Link>
      </div>
      <TileGrid tiles={found.slice(0, limit)} label={i18n._(titles[filter])} {...drawing} />
    </section>
  );
}
