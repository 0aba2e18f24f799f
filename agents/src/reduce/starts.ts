import type { Start } from '../decision.ts';
import type { AgentState, QueuedStart } from '../state.ts';
import { brake, reasonToBrake } from './brake.ts';
import { type Active, decided, miss, type Reducing } from './context.ts';
import { beginRun, cancelRuns, isRunning } from './runs.ts';
import { judge } from './view.ts';

/** The maximum number of queued or parallel runs of an agent. */
const MAX_RUNS = 10;

export type Request = {
  readonly start: Start;
  /** What the run's id says of its beginning: `e41` for an input, `t1@1764012345000` for what fell due. */
  readonly origin: string;
  readonly chain: readonly string[];
  /** Whether a person asked for it: then `atMostEvery` does not count. */
  readonly isPlay?: boolean;
  readonly ignoresConditions?: boolean;
};

/** Starts a run, unless conditions, the last run, the mode or the brake forbid it. */
export function request(context: Reducing, active: Active, wanted: Request): void {
  const { agent, own } = active;
  const { start } = wanted;
  const { is, verdicts } = judge(context, active, wanted.ignoresConditions ? undefined : agent.condition);
  if (is !== true) {
    const reason = is === false ? 'condition-false' : 'condition-unknown';
    miss(context, active, start, { reason, conditions: verdicts });
    return;
  }
  const everyMs = wanted.isPlay ? undefined : agent.atMostEveryMs;
  if (everyMs !== undefined && own.ranAt !== null && context.state.at - own.ranAt < everyMs) {
    miss(context, active, start, { reason: 'suppressed', ranAt: own.ranAt, everyMs });
    return;
  }
  const busy = occupant(active);
  if (busy) {
    miss(context, active, start, { reason: 'still-running', ...busy });
    return;
  }
  const reason = reasonToBrake(context, active, wanted.chain);
  if (reason) {
    brake(context, active, reason, wanted.chain);
    miss(context, active, start, { reason: 'loop', chain: [...wanted.chain, agent.id] });
    cancelRuns(context, active, 'braked');
    return;
  }
  if (agent.mode === 'restart') cancelRuns(context, active, 'replaced');
  const queued: QueuedStart = {
    run: runId(active, wanted.origin),
    start,
    chain: [...wanted.chain, agent.id],
    conditions: verdicts,
  };
  if (agent.mode !== 'queued' || !own.runs.some(isRunning)) {
    beginRun(context, active, queued);
    return;
  }
  own.queue.push(queued);
  const { run } = queued;
  context.decisions.push({ type: 'run-queued', ...decided(context, active), run, start });
}

/** Returns the run that leaves no room for another. */
function occupant({ agent, own }: Active): { run: string; isFull: boolean } | undefined {
  const running = own.runs.filter(isRunning);
  const [first] = running;
  if (first === undefined || agent.mode === 'restart') return undefined;
  if (agent.mode === 'single') return { run: first.id, isFull: false };
  return running.length + own.queue.length >= MAX_RUNS ? { run: first.id, isFull: true } : undefined;
}

/**
 * Returns the id of a run: of agent, version and origin. Several members of a group may fall due at the same time,
 * so the later ones get a number.
 */
function runId({ agent, own }: Active, origin: string): string {
  const id = `${agent.id}.${agent.version}.${origin}`;
  own.repeats = own.lastRun === id ? own.repeats + 1 : 1;
  own.lastRun = id;
  return own.repeats === 1 ? id : `${id}.${own.repeats}`;
}

/** Returns the state of an agent that has never been on. */
export const newAgentState = (at: number): AgentState => ({
  version: 0,
  isEnabled: false,
  isBraked: false,
  signatures: {},
  truths: {},
  firedBy: 0,
  ranAt: null,
  lastRun: '',
  repeats: 0,
  minute: { from: at, count: 0 },
  hour: { from: at, count: 0 },
  runs: [],
  queue: [],
});
