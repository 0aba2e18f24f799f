import { describeMiss, describeStart } from '@azulejo/automations/words/history';
import {
  type AutomationDefinition,
  type AutomationMiss,
  type AutomationMisses,
  type AutomationRun,
  type AutomationStepRecord,
  toTimestamp,
} from '@azulejo/contract';
import { type HomeWording, type PartWords, partWords, toProperty } from '../definitions/index.ts';
import type { StepRow } from './run-statements.ts';
import type { StoredMisses, StoredRun, StoredStep } from './runs.ts';

/** Converts the records of one automation, with the definition that each of its versions had. */
export type VersionedWording = HomeWording & {
  readonly definitionOf: (version: number) => AutomationDefinition;
};

const toStart = ({
  by,
  trigger,
  property,
  before,
  after,
  since,
  person,
}: StoredRun['start']): AutomationRun['start'] => ({
  by,
  ...(trigger === undefined ? {} : { trigger }),
  ...(property === undefined ? {} : { property: toProperty(property), before, after }),
  ...(since === undefined ? {} : { since: toTimestamp(since) }),
  ...(person === undefined ? {} : { person }),
});

export function toWireRun(
  run: StoredRun,
  wording: VersionedWording,
  steps?: readonly StoredStep[],
): AutomationRun {
  const { id, automation_id, version, began, ended, outcome, start, chain } = run;
  const definition = wording.definitionOf(version);
  const words = partWords({ ...wording, definition });
  return {
    id,
    automation: automation_id,
    version,
    began: toTimestamp(began),
    ...(ended === null ? {} : { ended: toTimestamp(ended) }),
    outcome,
    start: toStart(start),
    because: describeStart(start, began, { ...wording, definition }, chain.at(-2)),
    conditions: run.conditions.map(words.verdict),
    chain: [...chain],
    ...(steps === undefined ? {} : { steps: steps.map((step) => toWireStep(step, words)) }),
  };
}

function toWireStep(stored: StoredStep, words: PartWords): AutomationStepRecord {
  const { step, at, kind, detail_json, outcome, reason, ended } = stored;
  const { until, sent, ...detail } = JSON.parse(detail_json) as StepRow['detail'];
  return words.step({
    step,
    at: toTimestamp(at),
    kind,
    ...detail,
    ...(until === undefined ? {} : { until: toTimestamp(until) }),
    ...(sent === undefined ? {} : { sent: toTimestamp(sent) }),
    outcome,
    ...(reason === null ? {} : { reason }),
    ...(ended === null ? {} : { ended: toTimestamp(ended) }),
  });
}

export const toWireMisses = (
  misses: readonly StoredMisses[],
  wording: VersionedWording,
): AutomationMisses => ({
  reasons: misses
    .map(({ reason, hours, last }) => ({
      reason,
      count: hours.reduce((sum, { count }) => sum + count, 0),
      hours: hours.map(({ hour, count }) => ({ from: toTimestamp(hour), count })),
      last: last.map((miss) => toWireMiss(miss, wording)),
    }))
    .toSorted((one, other) => other.count - one.count),
});

function toWireMiss(miss: StoredMisses['last'][number], wording: VersionedWording): AutomationMiss {
  const { at, reason, version, trigger, property, before, after } = miss;
  const details = { ...wording, definition: wording.definitionOf(version) };
  return {
    at: toTimestamp(at),
    reason,
    version,
    ...(trigger === undefined ? {} : { trigger }),
    ...(property === undefined ? {} : { property: toProperty(property), before, after }),
    ...('conditions' in miss ? { conditions: miss.conditions.map(partWords(details).verdict) } : {}),
    text: describeMiss(miss, details),
  };
}
