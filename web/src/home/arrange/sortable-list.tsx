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
import { type ReactNode, useMemo } from 'react';
import classes from './arrange.module.css';

type Item = { readonly id: string; readonly label: string };

/** Holds the texts that screen readers announce. */
export type Words = {
  readonly instructions: () => string;
  /** The place of an item, from 1: `Favourites, place 2.` */
  readonly placeText: (place: number) => string;
  readonly nowhere: () => string;
};

type Props<Each extends Item> = {
  items: readonly Each[];
  words: Words;
  onMove: (id: string, overId: string) => void;
  /** The looks of the list, where it is not one of tiles. */
  className?: string | undefined;
  /** Returns the `SortableRow` of an item. */
  children: (item: Each) => ReactNode;
};

/** A list that is sorted by pointer and keyboard. */
export function SortableList<Each extends Item>({
  items,
  words,
  onMove,
  className = classes.favourites,
  children,
}: Props<Each>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const announcements = useMemo(() => announcementsFor(items, words), [items, words]);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: words.instructions() },
      }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul className={className}>{items.map(children)}</ul>
      </SortableContext>
    </DndContext>
  );
}

function announcementsFor(items: readonly Item[], { placeText, nowhere }: Words): Announcements {
  const find = (id: string | number) => items.findIndex((item) => item.id === id);
  const nameOf = (id: string | number) => items[find(id)]?.label ?? '';
  const placeOf = (id: string | number) => placeText(find(id) + 1);
  // An item that was just picked up is over its own place, whose announcement would replace that of the pick-up.
  let isOnlyPickedUp = false;
  return {
    onDragStart: ({ active }) => {
      isOnlyPickedUp = true;
      return t`${{ device: nameOf(active.id) }} is picked up. ${{ place: placeOf(active.id) }}`;
    },
    onDragOver: ({ active, over }) => {
      if (isOnlyPickedUp && active.id === over?.id) return undefined;
      isOnlyPickedUp = false;
      return over ? placeOf(over.id) : nowhere();
    },
    onDragEnd: ({ active, over }) =>
      t`${{ device: nameOf(active.id) }} was dropped. ${{ place: over ? placeOf(over.id) : '' }}`,
    onDragCancel: ({ active }) => t`${{ device: nameOf(active.id) }} is back where it was.`,
  };
}
