import { createWaiter, type Waiter } from '../../platform/waiter.ts';
import type { Line } from './message-log-line.ts';

/** Lines that wait for one viewer. Beyond them what passes is counted only, so that memory and time are bounded. */
const MAX_WAITING = 500;

/** Somebody who watches. */
export type Viewer = Omit<Waiter, 'wake'> & {
  /** Makes the line unless there is no room for it. */
  add(make: () => Line): void;
  /** What has passed since the last call, and how many lines after it had no room. */
  take(): { lines: Line[]; skipped: number };
};

export function createViewer(leave: () => void): Viewer {
  const waiter = createWaiter(leave);
  let lines: Line[] = [];
  let skipped = 0;
  return Object.assign(waiter, {
    add(make: () => Line) {
      if (lines.length < MAX_WAITING && skipped === 0) lines.push(make());
      else skipped += 1;
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
