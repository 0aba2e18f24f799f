import type { Announcements } from '@dnd-kit/core';
import { t } from '@lingui/core/macro';
import { type Place, placeAt, placeOf, type Row } from './home-order.ts';

export const instructions = (): string =>
  t`To move this device, press Space. Use the arrow keys to move it, Space to drop it, or Escape to cancel.`;

/** Announces to screen readers how something with its own name, such as a device or a scene, is moved. */
export const moved = {
  pickedUp: (device: string, place: string) => t`${{ device }} is picked up. ${{ place }}`,
  dropped: (device: string, place: string) => t`${{ device }} was dropped. ${{ place }}`,
  back: (device: string) => t`${{ device }} is back where it was.`,
};

export function placeText({ group, position }: Place): string {
  const { label } = group;
  const place = position + 1;
  return t`${label}, place ${place}`;
}

/**
 * Returns what screen readers announce while a device is moved. `currentRows` returns the rows of the
 * moment: they can change during a move, when the server answers the one before it.
 */
export function announcementsFor(currentRows: () => readonly Row[]): Announcements {
  const nameOf = (key: string | number) => {
    const row = currentRows().find((each) => each.key === key);
    return row && 'tile' in row ? row.tile.label : t`The device`;
  };
  const sentence = (place: Place | undefined) => (place ? `${placeText(place)}.` : '');
  const wherePicked = (key: string | number) => sentence(placeOf(currentRows(), String(key)));
  const whereDropped = (key: string | number, over: string | number) =>
    sentence(placeAt(currentRows(), String(key), String(over)));
  // A device that was just picked up is over its own place, whose announcement would replace that of the
  // pick-up.
  let isOnlyPickedUp = false;
  return {
    onDragStart: ({ active }) => {
      isOnlyPickedUp = true;
      return moved.pickedUp(nameOf(active.id), wherePicked(active.id));
    },
    onDragOver: ({ active, over }) => {
      if (isOnlyPickedUp && active.id === over?.id) return undefined;
      isOnlyPickedUp = false;
      return over ? whereDropped(active.id, over.id) : t`Not over an area.`;
    },
    onDragEnd: ({ active, over }) =>
      moved.dropped(nameOf(active.id), over ? whereDropped(active.id, over.id) : ''),
    onDragCancel: ({ active }) => moved.back(nameOf(active.id)),
  };
}
