import { type Miss, type Start, sunOf } from '@azulejo/automations';
import {
  type AutomationMiss,
  type AutomationStart,
  type AutomationStepRecord,
  type AutomationWhyNot,
  type Rehearsal,
  type RehearsedRun,
  toTimestamp,
} from '@azulejo/contract';
import { toProperty } from '../definitions/index.ts';
import type { Descriptions } from './descriptions.ts';
import type { Rehearsed } from './rehearse.ts';
import type { ReplayResult } from './replay/replay.ts';
import type { TalliedRun, TalliedStep } from './replay/tally.ts';
import type { HomeTime } from './replay/task.ts';

const MAX_STEPS = 500;
const DAY_MS = 86_400_000;

const toStart = ({ by, trigger, property, before, after, since }: Start): AutomationStart => ({
  by,
  ...(trigger === undefined ? {} : { trigger }),
  ...(property === undefined ? {} : { property: toProperty(property), before, after }),
  ...(since === undefined ? {} : { since: toTimestamp(since) }),
});

/** Maps a step. It counts as done, since nothing is sent. A step that sets a group becomes a record for each device. */
function toSteps({ at, step, action, isTimedOut }: TalliedStep): Omit<AutomationStepRecord, 'text'>[] {
  const base = { step, at: toTimestamp(at), outcome: 'done' } as const;
  switch (action.type) {
    case 'set':
      if (action.writes.length === 0) return [{ ...base, kind: 'set', outcome: 'unchanged' }];
      return action.writes.map((write) => ({
        ...base,
        kind: 'set',
        property: toProperty(write),
        value: write.value,
      }));
    case 'wait':
      return [
        {
          ...base,
          kind: 'wait',
          until: toTimestamp(action.until),
          ...(isTimedOut ? { outcome: 'timed-out' as const } : {}),
        },
      ];
    case 'webhook':
      return [{ ...base, kind: 'webhook', target: hostOf(action.url) }];
    case 'scene':
      return [{ ...base, kind: 'scene', target: action.scene }];
    case 'automation':
      return [{ ...base, kind: 'automation', target: action.target }];
    case 'skip':
      return [{ ...base, kind: action.kind, outcome: 'gone' }];
    default:
      return [{ ...base, kind: action.type }];
  }
}

/** Returns the host only, because the rest of an address may hold a secret. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

const toRun = ({ at, start, conditions, steps }: TalliedRun, descriptions: Descriptions): RehearsedRun => ({
  at: toTimestamp(at),
  start: toStart(start),
  because: descriptions.because(start, at),
  conditions: conditions.map(descriptions.verdict),
  steps: steps.flatMap(toSteps).slice(0, MAX_STEPS).map(descriptions.step),
});

const toMiss = (miss: Miss, descriptions: Descriptions): AutomationMiss => ({
  at: toTimestamp(miss.at),
  reason: miss.reason,
  version: miss.version,
  ...(miss.trigger === undefined ? {} : { trigger: miss.trigger }),
  ...(miss.property === undefined
    ? {}
    : { property: toProperty(miss.property), before: miss.before, after: miss.after }),
  ...('conditions' in miss ? { conditions: miss.conditions.map(descriptions.verdict) } : {}),
  text: descriptions.miss(miss),
});

const MAX_MISSES = 20;

/** Returns what was decided in a minute, oldest first; nothing without a record. */
export function toMinute(
  record: Pick<ReplayResult, 'runs' | 'misses' | 'probe'> | undefined,
  descriptions: Descriptions,
): {
  readonly runs: readonly Pick<TalliedRun, 'start' | 'at'>[];
  readonly misses: readonly { readonly miss: Miss; readonly wire: AutomationMiss }[];
  readonly probe: Pick<AutomationWhyNot, 'triggers' | 'conditions'>;
} {
  const { runs = [], misses = [], probe } = record ?? {};
  return {
    runs,
    misses: misses
      .flatMap(({ last }) => last)
      .toSorted((one, other) => one.at - other.at)
      .slice(-MAX_MISSES)
      .map((miss) => ({ miss, wire: toMiss(miss, descriptions) })),
    probe: {
      triggers: (probe?.triggers ?? []).map(({ since, ...trigger }) => ({
        ...trigger,
        ...(since === undefined ? {} : { since: toTimestamp(since) }),
      })),
      conditions: (probe?.conditions ?? []).map(descriptions.verdict),
    },
  };
}

function sunOn(date: string, time: HomeTime): Pick<Rehearsal['days'][number], 'sun'> {
  const sun = sunOf(time, Date.parse(date) / DAY_MS);
  if (!sun) return {};
  const [up, down] = sun.up;
  return { sun: { up: toTimestamp(up), down: toTimestamp(down) } };
}

export function toRehearsal(
  { automation, result, flapping, from, to, isTruncated }: Rehearsed,
  descriptions: Descriptions,
  time: HomeTime,
): Rehearsal {
  const { count, runs, days, misses, events, leftOut, gaps, withoutValues } = result;
  return {
    type: 'result',
    timezone: time.zone,
    count,
    runs: runs.toReversed().map((run) => toRun(run, descriptions)),
    days: days.map((day) => ({ ...day, ...sunOn(day.date, time) })),
    misses: misses.map(({ reason, count: of, last }) => ({
      reason,
      count: of,
      last: last.toReversed().map((miss) => ({ at: toTimestamp(miss.at), text: descriptions.miss(miss) })),
    })),
    ...(flapping === undefined
      ? {}
      : {
          flapping: {
            path: flapping.path,
            runs: flapping.runs,
            leeway: flapping.leeway,
            runs_with_leeway: flapping.runsWithLeeway,
          },
        }),
    coverage: {
      from: toTimestamp(from),
      to: toTimestamp(to),
      events,
      is_truncated: isTruncated,
      left_out: leftOut,
      gaps: gaps.map((gap) => ({ from: toTimestamp(gap.from), to: toTimestamp(gap.to) })),
      without_values: withoutValues.flatMap((key) => automation.names.get(key) ?? []).map(toProperty),
    },
  };
}
