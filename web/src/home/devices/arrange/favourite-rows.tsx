import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { FavouriteToggle } from '../favourites/favourite-toggle.tsx';
import { useChangeFavourites } from '../favourites/use-change-favourites.ts';
import classes from './arrange.module.css';
import { SortableList, type Words } from './sortable-list.tsx';
import { SortableRow } from './sortable-row.tsx';
import { instructions, moved } from './spoken.ts';
import { TileName } from './tile-row.tsx';

const words: Words = {
  ...moved,
  instructions,
  placeText: (place) => t`Favourites, place ${{ place }}.`,
  nowhere: () => t`Not over a favourite.`,
};

/** Lists the favourites, which are sorted like rooms; shows nothing while there are none. */
export function FavouriteRows() {
  const { favourites, move } = useChangeFavourites();
  const headed = useId();
  if (favourites.length === 0) return null;
  return (
    <section aria-labelledby={headed}>
      <h2 className={classes.heading} id={headed}>
        <Trans>Favourites</Trans>
      </h2>
      <SortableList items={favourites} words={words} onMove={move}>
        {(tile) => (
          <SortableRow key={tile.id} id={tile.id} label={t`Drag favourite ${{ device: tile.label }}`}>
            <TileName tile={tile} />
            <FavouriteToggle tile={tile} className={classes.handle} />
          </SortableRow>
        )}
      </SortableList>
    </section>
  );
}
