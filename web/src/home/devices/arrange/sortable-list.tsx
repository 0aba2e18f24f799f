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
import { type ReactNode, useMemo } from 'react';
import classes from './arrange.module.css';

type Item = { readonly id: string; readonly label: string };

/** Holds the texts that screen readers announce. */
export type Words = {
  readonly instructions: () => string;
  /** Names the place of an item, from 1: `Favourites, place 2.` */
  readonly placeText: (place: number) => string;
  readonly nowhere: () => string;
  readonly pickedUp: (label: string, place: string) => string;
  readonly dropped: (label: string, place: string) => string;
  readonly back: (label: string) => string;
};

type Props<Each extends Item> = {
  items: readonly Each[];
  words: Words;
  onMove: (id: string, overId: string) => void;
  /** The class of the list; that of tiles by default. */
  className?: string;
  /** Returns the `SortableRow` of an item. */
  children: (item: Each) => ReactNode;
};

/** Shows a list that is sorted by pointer and keyboard. */
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

function announcementsFor(items: readonly Item[], words: Words): Announcements {
  const find = (id: string | number) => items.findIndex((item) => item.id === id);
  const nameOf = (id: string | number) => items[find(id)]?.label ?? '';
  const placeOf = (id: string | number) => words.placeText(find(id) + 1);
  // An item that was just picked up is over its own place, whose announcement would replace that of the pick-up.
  let isOnlyPickedUp = false;
  return {
    onDragStart: ({ active }) => {
      isOnlyPickedUp = true;
      return words.pickedUp(nameOf(active.id), placeOf(active.id));
    },
    onDragOver: ({ active, over }) => {
      if (isOnlyPickedUp && active.id === over?.id) return undefined;
      isOnlyPickedUp = false;
      return over ? placeOf(over.id) : words.nowhere();
    },
    onDragEnd: ({ active, over }) => words.dropped(nameOf(active.id), over ? placeOf(over.id) : ''),
    onDragCancel: ({ active }) => words.back(nameOf(active.id)),
  };
}
