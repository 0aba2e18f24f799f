import type { Timers } from '../../platform/clock.ts';
import { createWaiter, type Waiter } from '../../platform/waiter.ts';
import type { Line } from './message-log-line.ts';

/**
 * Maximum number of lines that wait for one viewer. Beyond it lines are only counted, so that memory and time
 * are bounded.
 */
const MAX_WAITING = 500;

/** A page that watches messages. */
export type Viewer = Omit<Waiter, 'wake'> & {
  /** Queues the line, or counts it when the queue is full. */
  add(make: () => Line): void;
  /** Counts lines that another server skipped. */
  skip(count: number): void;
  /** Returns the lines since the last call, and how many after them were skipped. */
  take(): { lines: Line[]; skipped: number };
};

export function createViewer(clock: Timers, leave: () => void): Viewer {
  const waiter = createWaiter(clock, leave);
  let lines: Line[] = [];
  let skipped = 0;
  return Object.assign(waiter, {
    add(make: () => Line) {
      if (lines.length < MAX_WAITING && skipped === 0) lines.push(make());
      else skipped += 1;
      waiter.wake();
    },
    skip(count: number) {
      if (count === 0) return;
      skipped += count;
      waiter.wake();
    },
    take() {
      const taken = { lines, skipped };
      lines = [];
      skipped = 0;
      return taken;
    },
  });
}
