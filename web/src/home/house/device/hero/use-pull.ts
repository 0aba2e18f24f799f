import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

type Options = {
  /** Returns the value at a place in the element, whose corners are 0, 0 and 1, 1. */
  valueAt: (x: number, y: number) => number;
  /** Returns the value some steps away from the known one; undefined if none is known. */
  stepped: (steps: number) => number | undefined;
  limits: { readonly min: number; readonly max: number };
  onCommit: (value: number) => void;
};

const PAGE_STEPS = 10;
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: PAGE_STEPS,
  PageDown: -PAGE_STEPS,
};

/**
 * Makes an element a slider: it follows the pointer and commits the value when it is released, and each step
 * by key. `held` is the value under the pointer.
 */
export function usePull({ valueAt, stepped, limits, onCommit }: Options) {
  const [held, setHeld] = useState<number>();
  const isHeld = useRef(false);
  const at = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return valueAt((clientX - left) / width, (clientY - top) / height);
  };
  const letGo = () => {
    isHeld.current = false;
    setHeld(undefined);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      isHeld.current = true;
      setHeld(at(event));
    },
    onPointerMove: (event: PointerEvent) => {
      if (isHeld.current) setHeld(at(event));
    },
    onPointerUp: (event: PointerEvent) => {
      if (!isHeld.current) return;
      letGo();
      onCommit(at(event));
    },
    onPointerCancel: letGo,
    onKeyDown: (event: KeyboardEvent) => {
      const { min, max } = limits;
      const steps = STEPS[event.key];
      const next =
        event.key === 'Home'
          ? min
          : event.key === 'End'
            ? max
            : steps === undefined
              ? undefined
              : stepped(steps);
      if (steps !== undefined || next !== undefined) event.preventDefault();
      if (next !== undefined) onCommit(Math.min(max, Math.max(min, next)));
    },
  };
  return { held, handlers };
}
