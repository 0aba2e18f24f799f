import { type PointerEvent, useState } from 'react';

/** How far a sheet is dragged to be closed, in px. */
const CLOSE_PX = 96;
/** A swipe closes the sheet sooner: one of this length, at this speed. */
const SWIPE_PX = 32;
const SWIPE_PX_PER_MS = 0.5;

type Drag = { readonly pointerId: number; readonly fromY: number; readonly since: number };

/**
 * Makes an element the handle of a sheet, which follows the pointer downwards. `offset` is how far it is dragged,
 * in px; undefined while it is not. Buttons within the handle still work.
 */
export function useDragDown(onDraggedOut: () => void) {
  const [drag, setDrag] = useState<Drag>();
  const [offset, setOffset] = useState(0);
  const distance = (event: PointerEvent, { fromY }: Drag) => Math.max(0, event.clientY - fromY);
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (drag || event.button !== 0 || (event.target as Element).closest('button')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setOffset(0);
      setDrag({ pointerId: event.pointerId, fromY: event.clientY, since: event.timeStamp });
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerId === drag?.pointerId) setOffset(distance(event, drag));
    },
    onPointerUp: (event: PointerEvent) => {
      if (event.pointerId !== drag?.pointerId) return;
      setDrag(undefined);
      const moved = distance(event, drag);
      const isSwipe = moved >= SWIPE_PX && moved / (event.timeStamp - drag.since) >= SWIPE_PX_PER_MS;
      if (moved >= CLOSE_PX || isSwipe) onDraggedOut();
    },
    onPointerCancel: () => setDrag(undefined),
  };
  return { offset: drag && offset, handlers };
}
