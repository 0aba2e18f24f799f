import type { Line } from './message-log-line.ts';

/** Lines that wait for one viewer. Beyond them what passes is counted only, so that memory and time are bounded. */
const MOST_WAITING = 500;

/** Somebody who watches. */
export type Viewer = Disposable & {
  readonly isOver: boolean;
  /** Makes the line unless there is no room for it. */
  add(make: () => Line): void;
  /** What has passed since the last call, and how many lines after it had no room. */
  take(): { lines: Line[]; skipped: number };
  /** Resolves when there is something to take, after `ms`, or when it is over. */
  news(ms: number): Promise<void>;
};

export function createViewer(leave: () => void): Viewer {
  let lines: Line[] = [];
  let skipped = 0;
  let isOver = false;
  let wake: (() => void) | undefined;
  return {
    get isOver() {
      return isOver;
    },
    add(make) {
      if (lines.length < MOST_WAITING && skipped === 0) lines.push(make());
      else skipped += 1;
      wake?.();
    },
    take() {
      const taken = { lines, skipped };
      lines = [];
      skipped = 0;
      return taken;
    },
    async news(ms) {
      if (isOver || lines.length > 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      wake = resolve;
      await promise;
      clearTimeout(timer);
      wake = undefined;
    },
    [Symbol.dispose]() {
      if (isOver) return;
      isOver = true;
      leave();
      wake?.();
    },
  };
}
