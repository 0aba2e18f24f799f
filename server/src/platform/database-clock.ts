import { type Clock, MAX_AHEAD_MS } from './clock.ts';

/** The database's time, and the monotonic times at which it was asked for and arrived. */
export type TimeReading = { readonly time: number; readonly asked: number; readonly answered: number };

export type DatabaseClock = Clock & {
  /** Adopts a time that arrived just now. */
  readonly follow: (reading: TimeReading) => void;
  /** Returns how far the database's clock was ahead of the machine's at the last reading. */
  readonly offsetMs: () => number;
  /** Whether a reading was quick enough for the time to be known within a second. */
  readonly isKnown: () => boolean;
};

/** How much slower the clock goes while it waits for a database that is behind. */
const SLOWED_BY = 0.5;
/** The time of an answer that took longer could be wrong by half of this. */
const MAX_ROUND_TRIP_MS = 2_000;

/**
 * Creates a clock whose `now` is the time of the database, so that all servers on one database stamp and compare the
 * same time, whatever their machines' clocks say, and whenever these are set: between readings it goes on by the
 * monotonic clock. When a reading is up to a minute earlier than expected it does not go back: it goes at half its speed
 * until the database has caught up. A clock that was further ahead was wrong.
 */
export function createDatabaseClock(system: Clock): DatabaseClock {
  let reading: { readonly time: number; readonly tick: number } | undefined;
  /** By how much the clock was ahead of the database at the last reading. */
  let ahead = 0;
  let offset = 0;
  let isKnown = false;

  function now(): number {
    if (!reading) return system.now();
    const passed = system.monotonic() - reading.tick;
    return Math.floor(reading.time + passed + Math.max(0, ahead - passed * SLOWED_BY));
  }

  return {
    ...system,
    now,
    offsetMs: () => offset,
    isKnown: () => isKnown,
    follow({ time, asked, answered }) {
      const roundTripMs = answered - asked;
      const isQuick = roundTripMs <= MAX_ROUND_TRIP_MS;
      if (reading && !isQuick) return;
      isKnown ||= isQuick;
      const next = { time: time + roundTripMs / 2, tick: answered };
      const present = next.time + system.monotonic() - answered;
      const behind = reading ? now() - present : 0;
      offset = present - system.now();
      ahead = behind > 0 && behind <= MAX_AHEAD_MS ? behind : 0;
      reading = next;
    },
  };
}
