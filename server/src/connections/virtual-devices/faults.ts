import type { Report } from './device.ts';
import { createRandom, mix } from './random.ts';

/** They strike now and then, as the seed says. */
const chanceFaults = ['late', 'lost', 'duplicate', 'out-of-order', 'offline'] as const;
/** They last until they are taken off. */
const steadyFaults = ['silent', 'refusing', 'away'] as const;

export const faultNames = [...chanceFaults, ...steadyFaults] as const;
export type FaultName = (typeof faultNames)[number];

/** What a refusing device says by its `access`, and what is said of one that is away. */
export const REFUSING = 'remote_control_disabled';
export const AWAY = 'unreachable';

/** Of reports, and for `offline` of steps, the share that is struck. */
const SHARE: Readonly<Record<(typeof chanceFaults)[number], number>> = {
  late: 0.1,
  lost: 0.05,
  duplicate: 0.05,
  'out-of-order': 0.05,
  offline: 0.002,
};
/** Steps that a late report waits, and that a device is away, at most. */
const LATE_STEPS = 6;
const OFFLINE_STEPS = 36;

/** What comes of the reports of one step, when it goes wrong as it does with real devices. */
export type Outcome = { readonly reports: readonly Report[]; readonly isOffline: boolean };

export type Faults = {
  pass(reports: readonly Report[], step: number): Outcome;
  /**
   * What becomes of the next read or write. `ignored` and `refused` have no effect on the device; of the others it does
   * what it was asked for, and only its answer is struck.
   */
  ofAnswer(io: 'r' | 'w'): 'ignored' | 'refused' | 'late' | 'lost' | 'duplicate' | undefined;
};

/** Which of them strikes is decided by the seed and the number of the step. */
export function createFaults(names: readonly FaultName[], seed: number): Faults {
  const held: { report: Report; until: number }[] = [];
  let offlineUntil = 0;
  let answers = 0;

  /** The reports that leave in this step for one that the device made. */
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
      if (chance('offline')) offlineUntil = step + 6 + Math.floor(random.between(0, OFFLINE_STEPS));
      const due = held.filter(({ until }) => until <= step);
      for (const each of due) held.splice(held.indexOf(each), 1);
      const struck = reports.flatMap((report) => strike(report, step, chance));
      const sent = [...due.map(({ report }) => report), ...struck];
      if (sent.length > 1 && chance('out-of-order')) sent.reverse();
      // Who is away says nothing, and does not say it afterwards.
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
