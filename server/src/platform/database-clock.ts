import type { Clock } from './clock.ts';

/** The database's time, and the monotonic times at which it was asked for and arrived. */
export type TimeReading = { readonly time: number; readonly asked: number; readonly answered: number };

export type DatabaseClock = Clock & {
  /** Adopts a time that arrived just now. */
  readonly follow: (reading: TimeReading) => void;
  /** Returns how far the database's clock was ahead of the machine's at the last reading. */
  readonly offsetMs: () => number;
};

/** How much slower the clock goes while it waits for a database that is behind. */
const SLOWED_BY = 0.5;
/** The time of an answer that took longer could be wrong by half of this. */
const MAX_ROUND_TRIP_MS = 2_000;

/**
 * Creates a clock whose `now` is the time of the database, so that all servers on one database stamp and compare the
 * same time, whatever their machines' clocks say. It never goes back when a reading is earlier than expected: it goes
 * at half its speed until the database has caught up.
 */
export function createDatabaseClock(system: Clock): DatabaseClock {
  let offset: number | undefined;
  /** By how much the clock was ahead of the database at the last reading, and when that was on the machine's clock. */
  let [ahead, since] = [0, 0];

  function offsetAt(now: number): number {
    const left = ahead - Math.max(0, now - since) * SLOWED_BY;
    return (offset ?? 0) + Math.max(0, left);
  }

  function now(): number {
    const machine = system.now();
    return Math.floor(machine + offsetAt(machine));
  }

  return {
    ...system,
    now,
    offsetMs: () => offset ?? 0,
    follow({ time, asked, answered }) {
      const roundTripMs = answered - asked;
      if (offset !== undefined && roundTripMs > MAX_ROUND_TRIP_MS) return;
      const machine = system.now();
      const next = time + roundTripMs / 2 - machine;
      ahead = offset === undefined ? 0 : Math.max(0, offsetAt(machine) - next);
      [offset, since] = [next, machine];
    },
  };
}
