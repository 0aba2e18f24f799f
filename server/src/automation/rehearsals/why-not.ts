import type { AutomationVersion, CompiledAutomation } from '@azulejo/automations';
import type { AutomationDefinition } from '@azulejo/contract';
import { compiled, type RehearseDependencies } from './rehearse.ts';
import type { RehearsedHome } from './rehearsed-home.ts';
import type { ReplayResult } from './replay/replay.ts';
import { replayPast } from './replay-past.ts';
import type { Slot } from './slots.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const MAX_REACH_MS = 30 * DAY_MS;
/** Maximum number of events before the minute that are replayed. */
const MAX_EVENTS = 200_000;

type Question = {
  readonly userId: string;
  readonly home: RehearsedHome;
  /** The version that was in force at that time. */
  readonly version: {
    readonly id: string;
    readonly version: number;
    readonly definition: AutomationDefinition;
  };
  readonly minute: number;
  readonly signal: Slot['signal'];
};

export type MinuteResult = ReplayResult & {
  /** Whether the log still has what happened in the minute. */
  readonly isRecorded: boolean;
};

export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;

/**
 * Replays a minute and the time before it: a day, or as long as the longest duration in the definition. Returns
 * what the automation decided in that minute, and the state of its triggers and conditions at the end of it.
 */
export async function replayMinute(
  dependencies: RehearseDependencies,
  { userId, home, version: { id, version: number, definition }, minute, signal }: Question,
): Promise<MinuteResult> {
  const { events, threads } = dependencies;
  const version: AutomationVersion = { id, version: number, isEnabled: true, definition };
  const automation = compiled(version, home);
  const end = minute + MINUTE_MS;
  // No limit is passed: it would count from the end of the log, and the minute may be long ago.
  const { after: last } = await events.past.span(userId, end, Number.MAX_SAFE_INTEGER);
  const since = await events.past.span(userId, minute - reachOf(automation), Number.MAX_SAFE_INTEGER);
  const past = {
    userId,
    automation,
    home,
    after: Math.min(last, Math.max(since.after, last - MAX_EVENTS)),
    last,
    from: Math.min(since.from, minute),
    to: end - 1,
    recordFrom: minute,
    // Effects of its own runs are not left out, because they caused later events.
    own: '',
  };
  using lease = threads.lease(signal);
  const replaying = replayPast(dependencies, past, [version], lease, signal);
  let step = await replaying.next();
  while (!step.done) step = await replaying.next();
  const [result] = step.value;
  if (!result) throw new Error('the thread returned no result');
  return { ...result, isRecorded: since.from < end };
}

/** Returns how far back an automation remembers: twice the longest time in its definition, a day at least. */
function reachOf({ triggers, steps, atMostEveryMs = 0 }: CompiledAutomation): number {
  const times = [
    ...triggers.map((trigger) => ('forMs' in trigger ? (trigger.forMs ?? 0) : 0)),
    ...steps.map(({ operation }) =>
      operation.op === 'wait' ? operation.ms : operation.op === 'wait-until' ? operation.atMostMs : 0,
    ),
  ];
  return Math.min(MAX_REACH_MS, Math.max(DAY_MS, 2 * atMostEveryMs, ...times.map((ms) => 2 * ms)));
}
