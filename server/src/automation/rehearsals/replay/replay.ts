import {
  advance,
  apply,
  type Calendar,
  type CompiledAutomation,
  compile,
  createHome,
  type HomeState,
  type Input,
  nextDue,
  start,
  type Truth,
  type Verdict,
} from '@azulejo/automations';
import { addressKey } from '@azulejo/model';
import type { PastEvent } from '../../../telemetry/events/index.ts';
import { createExtents } from './extents.ts';
import { createTally, type Tally } from './tally.ts';
import { type ReplayTask, toCalendar, toFacts } from './task.ts';

/** Periods without a record: the server did not run. */
type Gap = { readonly from: number; readonly to: number };

const MAX_GAPS = 200;

export type ReplayResult = ReturnType<Tally['result']> & {
  /** How many values and other inputs there were. */
  readonly events: number;
  /** How many were left out because the automation that is replaced caused them. */
  readonly leftOut: number;
  readonly gaps: readonly Gap[];
  /** Keys of the properties that never had a value. */
  readonly withoutValues: readonly string[];
  /** The least and the greatest value of each property that a number trigger compares, by key. */
  readonly extents: ReadonlyMap<string, readonly [number, number]>;
  /** The virtual time that was reached; it is before the end if there was too much to record. */
  readonly reached: number;
  /** The states of triggers and conditions at the end. */
  readonly probe: Probe;
};

export type Replay = ReturnType<typeof createReplay>;

/**
 * Runs one definition over a past log. It decides as the automation would have decided live, except that each of its
 * writes counts as done, and that values which these would have caused are not invented.
 */
export function createReplay(task: ReplayTask) {
  const { automation } = compile(task.version, toFacts(task.facts));
  if (!automation) throw new Error('a definition is checked before it is replayed');
  const home = createHome([automation], toCalendar(task.time), { assumesDone: true });
  // A trigger that is true at the beginning was true before, so it is not a miss of this period.
  const { state } = start(home, task.values, task.from);
  const tally = createTally(task);
  const extents = createExtents(task.version.definition, automation);
  for (const { data, ...address } of task.values) extents.see(addressKey(address), data);
  const gaps: Gap[] = [];
  let [events, leftOut] = [0, 0];

  /** Fires timers one by one: a short interval may be due a million times before the next event. */
  function pass(to: number): void {
    for (let due = nextDue(state); due !== undefined && due <= to && !tally.isFull(); due = nextDue(state))
      tally.add(advance(home, state, due));
  }

  function take(row: PastEvent): void {
    if (tally.isFull()) return;
    const isCounted = row.type !== 'write' && row.type !== 'command';
    if (row.isOwn === 1) {
      if (isCounted) leftOut += 1;
      return;
    }
    const inputs = toInputs(row, automation as CompiledAutomation);
    if (isCounted && inputs.length > 0) events += 1;
    inputs.forEach(takeInput);
  }

  function takeInput(input: Input): void {
    if (input.type === 'value') extents.see(addressKey(input), input.data);
    if (input.type === 'downtime') addGap(gaps, { from: Math.max(input.from, task.from), to: input.at });
    pass(passedBefore(input));
    if (!tally.isFull()) tally.add(apply(home, state, input));
  }

  return {
    take,
    progress: () => ({ at: state.at, count: tally.count() }),
    /** Lets time pass to the end, and returns what there was. */
    finish(to: number): ReplayResult {
      pass(to);
      if (!tally.isFull() && to > state.at) tally.add(advance(home, state, to));
      return {
        ...tally.result(),
        events,
        leftOut,
        gaps,
        withoutValues: [...automation.names.keys()].filter((key) => !Object.hasOwn(state.values, key)),
        extents: extents.result(),
        reached: state.at,
        probe: probe(automation, state, home.calendar),
      };
    },
  };
}

/** Returns the time until which timers fire before an input. */
function passedBefore(input: Input): number {
  if (input.type === 'downtime') return Math.min(input.at, input.from - 1);
  return input.type === 'clock' ? input.from : input.at;
}

function addGap(gaps: Gap[], gap: Gap): void {
  if (gap.to <= gap.from) return;
  gaps.push(gap);
  if (gaps.length > MAX_GAPS) gaps.shift();
}

/** Returns an event of the log as the automation sees it: no input for an event that is of no concern to it. */
function toInputs(row: PastEvent, { id }: CompiledAutomation): Input[] {
  const { n, at, channelId: channel, componentId: component, propertyId: property } = row;
  const data: unknown = JSON.parse(row.data ?? 'null');
  const type: string = row.type;
  if (type === 'value' || type === 'command' || type === 'write') {
    const of = { n, at, channel, component, property };
    const command = row.cause ?? '';
    if (type === 'write') return [{ type: 'write-opened', ...of, command, data }];
    const ended: Input[] = row.state === null ? [] : [{ type: 'write-ended', ...of, command }];
    return type === 'value' ? [...ended, { type, ...of, data }] : ended;
  }
  const members = data as { scene?: string; automation?: string; from?: number } | null;
  const { scene, automation, from } = members ?? {};
  if (type === 'scene' && scene !== undefined) return [{ type, n, at, scene }];
  if (type === 'webhook' && automation === id) return [{ type, n, at, automation }];
  if ((type === 'downtime' || type === 'clock') && from !== undefined) return [{ type, n, at, from }];
  return [];
}

type ProbedTrigger = {
  readonly id: string;
  readonly is: Truth;
  readonly value?: unknown;
  readonly since?: number;
};

type Probe = {
  /** The states of triggers that last. Webhooks, scenes, reports and times of day do not. */
  readonly triggers: readonly ProbedTrigger[];
  readonly conditions: readonly Verdict[];
};

/** Returns what the triggers and conditions of an automation are at the moment that its home has reached. */
function probe(automation: CompiledAutomation, state: HomeState, calendar: Calendar): Probe {
  const truths = state.automations[automation.id]?.truths ?? {};
  const conditions: Verdict[] = [];
  automation.condition?.evaluate({ values: state.values, at: state.at, calendar, truths }, conditions);
  return {
    triggers: automation.triggers.flatMap((trigger) => probeTrigger(trigger, state, truths)),
    conditions,
  };
}

function probeTrigger(
  trigger: CompiledAutomation['triggers'][number],
  { values }: HomeState,
  truths: HomeState['automations'][string]['truths'],
): ProbedTrigger[] {
  const { id } = trigger;
  if (trigger.kind === 'silent') {
    const truth = truths[id];
    return truth ? [{ id, is: truth.is, since: truth.since }] : [];
  }
  if (trigger.kind !== 'property' || trigger.on !== 'edge') return [];
  // If the members of a group fire individually, a member that is true is the most informative.
  const { members, combine } = trigger;
  const shown = members.find(({ truthKey }) => truths[truthKey]?.is === true) ?? members[0];
  if (!shown) return [{ id, is: null }];
  const truth = truths[combine === 'each' ? shown.truthKey : id];
  const known = values[shown.key];
  return [
    {
      id,
      is: truth?.is ?? null,
      ...(known ? { value: known.value } : {}),
      ...(truth ? { since: truth.since } : {}),
    },
  ];
}
