import type { Decision, Miss, MissReason, RunBegan, StepDecided } from '@azulejo/automations';
import { addressKey } from '@azulejo/model';
import type { DayStart } from './task.ts';

/** Maximum number of decisions of a rehearsal, so that a short interval cannot keep a thread busy for minutes. */
const MAX_DECISIONS = 2_000_000;
const MAX_RUNS = 200;
const MAX_STEPS = 500;
/** Maximum number of misses of a reason that are kept in full. */
const MAX_LAST = 20;
/** A start that follows the one before so soon may be flapping. */
const CLOSE_MS = 3_600_000;

export type TalliedStep = Pick<StepDecided, 'at' | 'step' | 'action'> & { readonly isTimedOut: boolean };

export type TalliedRun = Pick<RunBegan, 'at' | 'run' | 'start' | 'conditions'> & {
  readonly steps: readonly TalliedStep[];
};

export type TalliedDay = { readonly date: string; readonly runs: number; readonly misses: number };

export type TalliedMisses = {
  readonly reason: MissReason['reason'];
  readonly count: number;
  /** The oldest comes first. */
  readonly last: readonly Miss[];
};

/** How often a trigger started a run, and how often within an hour of its run before. */
export type TalliedTrigger = { readonly id: string; readonly runs: number; readonly close: number };

type Changing<Type> = { -readonly [Name in keyof Type]: Type[Name] };
type OpenRun = Omit<TalliedRun, 'steps'> & { readonly steps: Changing<TalliedStep>[] };

export type Tally = ReturnType<typeof createTally>;

/** Counts the decisions of one automation, and keeps the last ones in full. */
export function createTally({
  days,
  recordFrom,
}: {
  readonly days: readonly DayStart[];
  readonly recordFrom: number;
}) {
  const calendar = tallyDays(days);
  const runs = tallyRuns();
  const misses = tallyMisses();
  const triggers = tallyTriggers();
  let [decisions, count] = [0, 0];

  function record(decision: Decision): void {
    if (decision.type === 'miss') {
      calendar.add('misses', decision.at);
      misses.add(decision);
      return;
    }
    if (decision.type === 'run-began') {
      count += 1;
      calendar.add('runs', decision.at);
      triggers.add(decision);
    }
    runs.add(decision);
  }

  return {
    add(made: readonly Decision[]): void {
      decisions += made.length;
      for (const decision of made) if (decision.at >= recordFrom) record(decision);
    },
    /** Whether there was so much that the rest is left out. */
    isFull: () => decisions >= MAX_DECISIONS,
    count: () => count,
    result: () => ({
      count,
      isFull: decisions >= MAX_DECISIONS,
      /** The oldest comes first. */
      runs: runs.result,
      days: calendar.result,
      misses: misses.result(),
      triggers: triggers.result(),
    }),
  };
}

/** Counts by day. Decisions come in the order of their times, until the clock was set back. */
function tallyDays(days: readonly DayStart[]) {
  const result: Changing<TalliedDay>[] = days.map(({ date }) => ({ date, runs: 0, misses: 0 }));
  let day = 0;
  return {
    add(what: 'runs' | 'misses', at: number): void {
      while (day > 0 && (days[day]?.from ?? 0) > at) day -= 1;
      while ((days[day + 1]?.from ?? Infinity) <= at) day += 1;
      const own = result[day];
      if (own) own[what] += 1;
    },
    result: result as readonly TalliedDay[],
  };
}

/** Keeps the last runs with their steps. */
function tallyRuns() {
  const runs: OpenRun[] = [];
  const open = new Map<string, OpenRun>();

  function began({ at, run, start, conditions }: RunBegan): void {
    const own: OpenRun = { at, run, start, conditions, steps: [] };
    runs.push(own);
    open.set(run, own);
    if (runs.length > MAX_RUNS) open.delete(runs.shift()?.run ?? '');
  }

  return {
    add(decision: Decision): void {
      if (decision.type === 'run-began') began(decision);
      if (decision.type === 'run-ended') open.delete(decision.run);
      if (decision.type === 'step-decided') {
        const steps = open.get(decision.run)?.steps;
        const { at, step, action } = decision;
        if (steps && steps.length < MAX_STEPS) steps.push({ at, step, action, isTimedOut: false });
      }
      if (decision.type === 'step-ended' && decision.outcome === 'timed-out') {
        const own = open.get(decision.run)?.steps.findLast(({ step }) => step === decision.step);
        if (own) own.isTimedOut = true;
      }
    },
    result: runs as readonly TalliedRun[],
  };
}

function tallyMisses() {
  const misses = new Map<MissReason['reason'], { count: number; last: Miss[] }>();
  return {
    add(miss: Miss): void {
      const own = misses.get(miss.reason) ?? { count: 0, last: [] };
      misses.set(miss.reason, own);
      own.count += 1;
      own.last.push(miss);
      if (own.last.length > MAX_LAST) own.last.shift();
    },
    result: () =>
      [...misses]
        .map(([reason, own]): TalliedMisses => ({ reason, ...own }))
        .toSorted((one, other) => other.count - one.count),
  };
}

function tallyTriggers() {
  const triggers = new Map<string, { runs: number; close: number }>();
  const lastStarts = new Map<string, number>();
  return {
    add({ start: { trigger, property }, at }: RunBegan): void {
      if (trigger === undefined) return;
      const own = triggers.get(trigger) ?? { runs: 0, close: 0 };
      triggers.set(trigger, own);
      const key = property ? `${trigger} ${addressKey(property)}` : trigger;
      own.runs += 1;
      if (at - (lastStarts.get(key) ?? -Infinity) <= CLOSE_MS) own.close += 1;
      lastStarts.set(key, at);
    },
    result: () => [...triggers].map(([id, own]): TalliedTrigger => ({ id, ...own })),
  };
}
