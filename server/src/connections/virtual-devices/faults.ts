import type { Report } from './device.ts';
import { createRandom, mix } from './random.ts';

/** Faults that occur at random, as the seed determines. */
const chanceFaults = ['late', 'lost', 'duplicate', 'out-of-order', 'offline'] as const;
/** Faults that last until they are removed. */
const steadyFaults = ['silent', 'refusing', 'away'] as const;

export const faultNames = [...chanceFaults, ...steadyFaults] as const;
export type FaultName = (typeof faultNames)[number];

/** The `access` that a refusing device reports, and the one that is reported for a device that is away. */
export const REFUSING = 'remote_control_disabled';
export const AWAY = 'unreachable';

/** The share of reports, or for `offline` of steps, that the fault affects. */
const SHARE: Readonly<Record<(typeof chanceFaults)[number], number>> = {
  late: 0.1,
  lost: 0.05,
  duplicate: 0.05,
  'out-of-order': 0.05,
  offline: 0.002,
};
/** Maximum number of steps by which a report is late. */
const LATE_STEPS = 6;
/** For how many steps a device is offline. */
const MIN_OFFLINE_STEPS = 6;
const MAX_OFFLINE_STEPS = 42;

/** The reports that arrive in one step, after the faults were applied. */
export type Outcome = { readonly reports: readonly Report[]; readonly isOffline: boolean };

export type Faults = {
  pass(reports: readonly Report[], step: number): Outcome;
  /**
   * Returns the fault of the next read or write. `ignored` and `refused` have no effect on the device; with
   * the others it carries the request out, and only its answer is affected.
   */
  ofAnswer(io: 'r' | 'w'): 'ignored' | 'refused' | 'late' | 'lost' | 'duplicate' | undefined;
};

/** Creates the faults of a device. The seed and the number of the step determine when they occur. */
export function createFaults(names: readonly FaultName[], seed: number): Faults {
  const held: { report: Report; until: number }[] = [];
  let offlineUntil = 0;
  let answers = 0;

  /** Returns the reports that are sent in this step for a report of the device. */
  function strike(report: Report, step: number, chance: (name: keyof typeof SHARE) => boolean): Report[] {
    if (chance('lost')) return [];
    if (chance('late')) {
      held.push({ report, until: step + 1 + ((mix(seed, step) >>> 3) % LATE_STEPS) });
      return [];
    }
    return chance('duplicate') ? [report, report] : [report];
  }

  return {
    pass(reports, step) {
      const random = createRandom(mix(mix(seed, 0xfa17), step));
      const chance = (name: keyof typeof SHARE) => random.next() < SHARE[name] && names.includes(name);
      if (chance('offline'))
        offlineUntil = step + Math.floor(random.between(MIN_OFFLINE_STEPS, MAX_OFFLINE_STEPS));
      const due = held.filter(({ until }) => until <= step);
      for (const each of due) held.splice(held.indexOf(each), 1);
      const struck = reports.flatMap((report) => strike(report, step, chance));
      const sent = [...due.map(({ report }) => report), ...struck];
      if (sent.length > 1 && chance('out-of-order')) sent.reverse();
      // A device that is offline reports nothing, and does not catch up afterwards.
      const isOffline = step < offlineUntil || names.includes('away');
      return { reports: isOffline ? [] : sent, isOffline };
    },
    ofAnswer(io) {
      if (names.includes('silent') || names.includes('away')) return 'ignored';
      if (names.includes('refusing') && io === 'w') return 'refused';
      answers += 1;
      const random = createRandom(mix(mix(seed, 0xa5e), answers));
      return (['late', 'lost', 'duplicate'] as const).find(
        (name) => random.next() < SHARE[name] && names.includes(name),
      );
    },
  };
}
