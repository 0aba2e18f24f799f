import { brightnessAt, type Dimmer } from '@azulejo/sdk';
import { useEffect, useRef } from 'react';
import { usePacedWrite } from '../controls/use-paced-write.ts';

/** Where a finger or the mouse was put down on a lit lamp's tile, and the lamp's level then. */
export type SlideStart = {
  readonly tile: HTMLElement;
  readonly pointer: number;
  readonly x: number;
  readonly level: number;
  readonly dimmer: Dimmer;
};

/** Distance in pixels after which a press is a slide; less is a press on the link. */
const BEGIN_PX = 8;
/** Distance from the screen's edges in pixels that belongs to the browser's gesture for going back. */
const EDGE_PX = 24;
const MIN_LEVEL = 0.01;

/** Returns whether a slide may begin at this place of the screen. */
export const isSlidable = (x: number): boolean => x >= EDGE_PX && x <= window.innerWidth - EDGE_PX;

type Props = {
  start: SlideStart;
  /** Called with the level under the finger. */
  onLevel: (level: number) => void;
  onWrite: (data: unknown) => void;
  /** Called when everything is written, or nothing was to be. */
  onEnd: () => void;
};

/**
 * Follows a slide on a tile while it lasts. It writes at the beginning, throttled in between, and at the end. The
 * browser takes the pointer away when the page is scrolled, which ends the slide.
 */
export function DimSlide({ start, onLevel, onWrite, onEnd }: Props) {
  const { send, waiting } = usePacedWrite(onWrite, start.dimmer.rateLimit);
  const isDone = useRef(false);
  const latest = useRef({ send, onLevel, onEnd });
  latest.current = { send, onLevel, onEnd };
  useEffect(() => {
    return followPointer(start, {
      onLevel: (level) => {
        latest.current.onLevel(level);
        latest.current.send(brightnessAt(level, start.dimmer));
      },
      onEnd: (hasSlid) => {
        isDone.current = true;
        if (!hasSlid) latest.current.onEnd();
      },
    });
  }, [start]);
  useEffect(() => {
    // The last value is sent when its turn comes, if the device accepts only some values per minute.
    if (waiting === undefined && isDone.current) onEnd();
  });
  return null;
}

type Follower = { onLevel: (level: number) => void; onEnd: (hasSlid: boolean) => void };

function followPointer({ tile, pointer, x, level }: SlideStart, { onLevel, onEnd }: Follower): () => void {
  const stop = new AbortController();
  const width = tile.getBoundingClientRect().width;
  let hasSlid = false;
  const isOwn = ({ pointerId }: PointerEvent) => pointerId === pointer;
  const move = (event: PointerEvent) => {
    if (!isOwn(event)) return;
    const moved = event.clientX - x;
    if (!hasSlid && Math.abs(moved) < BEGIN_PX) return;
    if (!hasSlid) {
      hasSlid = true;
      tile.setPointerCapture?.(pointer);
      tile.dataset['sliding'] = '';
    }
    onLevel(Math.min(1, Math.max(MIN_LEVEL, level + moved / width)));
  };
  const end = (event: PointerEvent) => {
    if (!isOwn(event)) return;
    stop.abort();
    if (hasSlid) ignoreNextClick(tile);
    delete tile.dataset['sliding'];
    onEnd(hasSlid);
  };
  const { signal } = stop;
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', end, { signal });
  return () => stop.abort();
}

/** Ignores the click on the link below the finger that ends a slide: it must not open the page. */
function ignoreNextClick(tile: HTMLElement): void {
  const ignore = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    ignore.abort();
  };
  tile.addEventListener('click', swallow, { capture: true, signal: ignore.signal });
  setTimeout(() => ignore.abort());
}
