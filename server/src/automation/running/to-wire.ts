import { describeMiss, describeStart } from '@azulejo/agents/words/history';
import {
  type AgentDefinition,
  type AgentMisses,
  type AgentRun,
  type AgentStepRecord,
  type AgentVerdict,
  toTimestamp,
} from '@azulejo/contract';
import type { Address } from '@azulejo/model';
import type { HomeTeller } from '../agents/index.ts';
import type { StepRow } from './run-statements.ts';
import type { StoredMisses, StoredRun, StoredStep } from './runs.ts';

/** Tells of one agent: with the definition that each of its versions had. */
export type Telling = HomeTeller & { readonly definitionOf: (version: number) => AgentDefinition };

const toProperty = ({ channel, component, property }: Address) => ({ channel, component, property });

const toVerdict = ({ id, is, value, since, of }: StoredRun['conditions'][number]): AgentVerdict => ({
  id,
  is,
  ...(value === undefined ? {} : { value }),
  ...(since === undefined ? {} : { since: toTimestamp(since) }),
  ...(of === undefined ? {} : { of: toProperty(of) }),
});

const toStart = ({ by, trigger, property, before, after, since }: StoredRun['start']): AgentRun['start'] => ({
  by,
  ...(trigger === undefined ? {} : { trigger }),
  ...(property === undefined ? {} : { property: toProperty(property), before, after }),
  ...(since === undefined ? {} : { since: toTimestamp(since) }),
});

export function toWireRun(run: StoredRun, telling: Telling, steps?: readonly StoredStep[]): AgentRun {
  const { id, agent_id, version, began, ended, outcome, start, chain } = run;
  const definition = telling.definitionOf(version);
  return {
    id,
    agent: agent_id,
    version,
    began: toTimestamp(began),
    ...(ended === null ? {} : { ended: toTimestamp(ended) }),
    outcome,
    start: toStart(start),
    because: describeStart(start, began, { ...telling, definition }, chain.at(-2)),
    conditions: run.conditions.map(toVerdict),
    chain: [...chain],
    ...(steps === undefined ? {} : { steps: steps.map(toWireStep) }),
  };
}

function toWireStep({ step, at, kind, detail_json, outcome, reason, ended }: StoredStep): AgentStepRecord {
  const { until, ...detail } = JSON.parse(detail_json) as StepRow['detail'];
  return {
    step,
    at: toTimestamp(at),
    kind,
    ...detail,
    ...(until === undefined ? {} : { until: toTimestamp(until) }),
    outcome,
    ...(reason === null ? {} : { reason }),
    ...(ended === null ? {} : { ended: toTimestamp(ended) }),
  };
}

export const toWireMisses = (misses: readonly StoredMisses[], telling: Telling): AgentMisses => ({
  reasons: misses
    .map(({ reason, hours, last }) => ({
      reason,
      count: hours.reduce((sum, { count }) => sum + count, 0),
      hours: hours.map(({ hour, count }) => ({ from: toTimestamp(hour), count })),
      last: last.map((miss) => ({
        at: toTimestamp(miss.at),
        reason: miss.reason,
        version: miss.version,
        ...(miss.trigger === undefined ? {} : { trigger: miss.trigger }),
        ...(miss.property === undefined
          ? {}
          : { property: toProperty(miss.property), before: miss.before, after: miss.after }),
        ...('conditions' in miss ? { conditions: miss.conditions.map(toVerdict) } : {}),
        text: describeMiss(miss, { ...telling, definition: telling.definitionOf(miss.version) }),
      })),
    }))
    .toSorted((one, other) => other.count - one.count),
});
