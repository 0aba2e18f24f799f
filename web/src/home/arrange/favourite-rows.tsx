import type { Tile } from '@azulejo/contract';
import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useMemo } from 'react';
import { FavouriteToggle } from '../favourites/favourite-toggle.tsx';
import { useChangeFavourites } from '../favourites/use-change-favourites.ts';
import classes from './arrange.module.css';
import { SortableRow } from './sortable-row.tsx';
import { instructions } from './spoken.ts';
import { TileName } from './tile-row.tsx';

/** The favourites as a list of their own, which is sorted as the rooms are; nothing while there are none. */
export function FavouriteRows() {
  const { favourites, move } = useChangeFavourites();
  const headed = useId();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const announcements = useMemo(() => announcementsFor(favourites), [favourites]);
  if (favourites.length === 0) return null;
  return (
    <section aria-labelledby={headed}>
      <h2 className={classes.heading} id={headed}>
        <Trans>Favourites</Trans>
      </h2>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          announcements,
          screenReaderInstructions: { draggable: instructions() },
        }}
        onDragEnd={({ active, over }) => {
          if (over && over.id !== active.id) move(String(active.id), String(over.id));
        }}
      >
        <SortableContext items={favourites.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ul className={classes.favourites}>
            {favourites.map((tile) => (
              <FavouriteRow key={tile.id} tile={tile} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </section>
  );
}

function FavouriteRow({ tile }: { tile: Tile }) {
  return (
    <SortableRow id={tile.id} label={t`Drag favourite ${{ device: tile.label }}`}>
      <TileName tile={tile} />
      <FavouriteToggle tile={tile} className={classes.handle} />
    </SortableRow>
  );
}

/** Returns what screen readers announce while a favourite is moved. */
function announcementsFor(favourites: readonly Tile[]): Announcements {
  const find = (id: string | number) => favourites.findIndex((tile) => tile.id === id);
  const nameOf = (id: string | number) => favourites[find(id)]?.label ?? t`The device`;
  const placeOf = (id: string | number) => t`Favourites, place ${{ place: find(id) + 1 }}.`;
  // A favourite that was just picked up is over its own place, whose announcement would replace that of the pick-up.
  let isOnlyPickedUp = false;
  return {
    onDragStart: ({ active }) => {
      isOnlyPickedUp = true;
      return t`${{ device: nameOf(active.id) }} is picked up. ${{ place: placeOf(active.id) }}`;
    },
    onDragOver: ({ active, over }) => {
      if (isOnlyPickedUp && active.id === over?.id) return undefined;
      isOnlyPickedUp = false;
      return over ? placeOf(over.id) : t`Not over a favourite.`;
    },
    onDragEnd: ({ active, over }) =>
      t`${{ device: nameOf(active.id) }} was dropped. ${{ place: over ? placeOf(over.id) : '' }}`,
    onDragCancel: ({ active }) => t`${{ device: nameOf(active.id) }} is back where it was.`,
  };
}
