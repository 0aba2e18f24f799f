import {
  advance,
  apply,
  type CompiledAgent,
  compile,
  createHome,
  type Input,
  nextDue,
  start,
} from '@azulejo/agents';
import { addressKey } from '@azulejo/model';
import type { PastEvent } from '../../../state/events/index.ts';
import { createExtents } from './extents.ts';
import { type Probe, probe } from './probe.ts';
import { createTally, type Tally } from './tally.ts';
import { type ReplayTask, toCalendar, toFacts } from './task.ts';

/** Periods without a record: the server did not run. */
type Gap = { readonly from: number; readonly to: number };

const MAX_GAPS = 200;

export type ReplayResult = ReturnType<Tally['result']> & {
  /** How many values and other inputs there were. */
  readonly events: number;
  /** How many were left out because the agent that is replaced caused them. */
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
 * Runs one definition over a past log. It decides as the agent would have decided live, except that each of its
 * writes counts as done, and that values which these would have caused are not invented.
 */
export function createReplay(task: ReplayTask) {
  const { agent } = compile(task.version, toFacts(task.facts));
  if (!agent) throw new Error('a definition is checked before it is replayed');
  const home = createHome([agent], toCalendar(task.time), { assumesDone: true });
  // A trigger that is true at the beginning was true before, so it is not a miss of this period.
  const { state } = start(home, task.values, task.from);
  const tally = createTally(task);
  const extents = createExtents(task.version.definition, agent);
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
    if (row.isOwn === 1) {
      leftOut += 1;
      return;
    }
    const input = toInput(row, agent as CompiledAgent);
    if (!input) return;
    events += 1;
    if (input.type === 'value') extents.see(addressKey(input), input.data);
    if (input.type === 'downtime') addGap({ from: input.from, to: input.at });
    pass(input.type === 'downtime' ? Math.min(input.at, input.from - 1) : input.at);
    if (!tally.isFull()) tally.add(apply(home, state, input));
  }

  function addGap(gap: Gap): void {
    if (gap.to <= task.from) return;
    gaps.push({ from: Math.max(gap.from, task.from), to: gap.to });
    if (gaps.length > MAX_GAPS) gaps.shift();
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
        withoutValues: [...agent.names.keys()].filter((key) => !Object.hasOwn(state.values, key)),
        extents: extents.result(),
        reached: state.at,
        probe: probe(agent, state, home.calendar),
      };
    },
  };
}

/** Returns an event of the log as the agent sees it; undefined for one that is of no concern to it. */
function toInput(row: PastEvent, { id }: CompiledAgent): Input | undefined {
  const { n, at } = row;
  const data: unknown = JSON.parse(row.data ?? 'null');
  if (row.type === 'value') {
    const { channelId: channel, componentId: component, propertyId: property } = row;
    return { type: 'value', n, at, channel, component, property, data };
  }
  const members = data as { scene?: string; agent?: string; from?: number } | null;
  const { scene, agent, from } = members ?? {};
  const type: string = row.type;
  if (type === 'scene' && scene !== undefined) return { type, n, at, scene };
  if (type === 'webhook' && agent === id) return { type, n, at, agent };
  if (type === 'downtime' && from !== undefined) return { type, n, at, from };
  return undefined;
}
