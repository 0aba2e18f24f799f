import type { Clock } from '../../platform/clock.ts';

/** A shorter step of the machine's clock is not recorded: after one back, time stands still for as long. */
export const MIN_STEP_MS = 5_000;
/** A shorter stop is not recorded: people do not notice how late timers fire. */
export const MIN_STOP_MS = 30_000;
/** What was stamped before a change is stored by then. */
const SETTLED_MS = 1_000;

/**
 * `downtime`: nothing ran, because the machine slept or the process was stopped. `clock`: the machine's clock was set,
 * ahead or back. Times are milliseconds since 1970, before and after.
 */
export type TimeChange = {
  readonly type: 'downtime' | 'clock';
  readonly from: number;
  readonly at: number;
  /** The last time that this process saw before the change. `from` goes on until the change is recorded. */
  readonly seen: number;
};

type Noticed = Pick<TimeChange, 'type' | 'seen'> & { readonly ms: number; readonly tick: number };

export type EventClock = ReturnType<typeof createEventClock>;

/**
 * Returns the clock of what happens in homes. When time has jumped, it stays at the time before until the change is in
 * the logs of homes: automations would otherwise take what was skipped for time that passed. It does not hold back a
 * clock that was set back, because no event can seem to be later than it is.
 */
export function createEventClock(clock: Clock) {
  let noticed: readonly Noticed[] = [];
  let last = { wall: clock.now(), tick: clock.monotonic(), asleep: clock.asleep() };

  /** Notices a jump since the last call; returns the time of the machine. */
  function notice(): number {
    const [wall, tick] = [clock.now(), clock.monotonic()];
    const passed = tick - last.tick;
    const drift = wall - last.wall - passed;
    let { asleep } = last;
    if (Math.abs(drift) >= MIN_STEP_MS || passed >= MIN_STOP_MS) {
      asleep = clock.asleep();
      add(drift, asleep - last.asleep, tick);
    }
    last = { wall, tick, asleep };
    return wall;
  }

  function add(drift: number, asleepMs: number, tick: number): void {
    // A clock that counts while the process is stopped does not drift; one that sleeps with the machine does.
    const setMs = Math.abs(drift - asleepMs) < Math.abs(drift) ? drift - asleepMs : drift;
    const of = { seen: last.wall - Math.max(0, skipped()), tick };
    if (asleepMs >= MIN_STOP_MS) noticed = [...noticed, { type: 'downtime', ms: asleepMs, ...of }];
    if (Math.abs(setMs) >= MIN_STEP_MS) noticed = [...noticed, { type: 'clock', ms: setMs, ...of }];
  }

  const skipped = () => noticed.reduce((sum, { ms }) => sum + ms, 0);
  const now = (): number => notice() - Math.max(0, skipped());

  return {
    now,
    /** Returns the latest time that a new event may have: after a jump ahead, the time before it. */
    latest: (): number => {
      const time = now();
      return skipped() > 0 ? time : Number.POSITIVE_INFINITY;
    },
    /** Whether time has jumped and the logs of homes do not say so yet. */
    isHeld: (): boolean => noticed.length > 0,
    /** Returns the changes that are to be recorded now, in their order. */
    changes(): readonly TimeChange[] {
      const wall = notice();
      last = { ...last, asleep: clock.asleep() };
      const latest = noticed.at(-1);
      if (!latest || last.tick - latest.tick < SETTLED_MS) return [];
      let from = wall - skipped();
      return noticed.map(({ type, ms, seen }) => {
        const change = { type, from, at: from + ms, seen };
        from = change.at;
        return change;
      });
    },
    /** Goes on with the present time, after so many changes were recorded. */
    release(count: number): void {
      noticed = noticed.slice(count);
    },
  };
}
