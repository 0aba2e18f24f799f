import type { Start } from '../decision.ts';
import type { AutomationState, QueuedStart } from '../state.ts';
import { type Active, decided, miss, type Reducing } from './context.ts';
import { brake, reasonToGuard } from './rate-guard.ts';
import { beginRun, cancelRuns, isRunning } from './runs.ts';
import { judge } from './view.ts';

/** The maximum number of queued or parallel runs of an automation. */
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

/** Starts a run, unless conditions, the last run, the mode or loop protection forbid it. */
export function request(context: Reducing, active: Active, wanted: Request): void {
  const { automation, own } = active;
  const { start } = wanted;
  const { is, verdicts } = judge(
    context,
    active,
    wanted.ignoresConditions ? undefined : automation.condition,
  );
  if (is !== true) {
    const reason = is === false ? 'condition-false' : 'condition-unknown';
    miss(context, active, start, { reason, conditions: verdicts });
    return;
  }
  const everyMs = wanted.isPlay ? undefined : automation.atMostEveryMs;
  if (everyMs !== undefined && own.ranAt !== null && context.state.at - own.ranAt < everyMs) {
    miss(context, active, start, { reason: 'suppressed', ranAt: own.ranAt, everyMs });
    return;
  }
  const busy = occupant(active);
  if (busy) {
    miss(context, active, start, { reason: 'still-running', ...busy });
    return;
  }
  const reason = reasonToGuard(context, active, wanted.chain);
  if (reason) {
    brake(context, active, reason, wanted.chain);
    miss(context, active, start, { reason: 'loop', chain: [...wanted.chain, automation.id] });
    cancelRuns(context, active, 'braked');
    return;
  }
  if (automation.mode === 'restart') cancelRuns(context, active, 'replaced');
  const queued: QueuedStart = {
    run: runId(active, wanted.origin),
    start,
    chain: [...wanted.chain, automation.id],
    conditions: verdicts,
  };
  if (automation.mode !== 'queued' || !own.runs.some(isRunning)) {
    beginRun(context, active, queued);
    return;
  }
  own.queue.push(queued);
  const { run } = queued;
  context.decisions.push({ type: 'run-queued', ...decided(context, active), run, start });
}

/** Returns the run that leaves no room for another. */
function occupant({ automation, own }: Active): { run: string; isFull: boolean } | undefined {
  const running = own.runs.filter(isRunning);
  const [first] = running;
  if (first === undefined || automation.mode === 'restart') return undefined;
  if (automation.mode === 'single') return { run: first.id, isFull: false };
  return running.length + own.queue.length >= MAX_RUNS ? { run: first.id, isFull: true } : undefined;
}

/**
 * Returns the id of a run: of automation, version and origin. Several members of a group may fall due at the same time,
 * so the later ones get a number.
 */
function runId({ automation, own }: Active, origin: string): string {
  const id = `${automation.id}.${automation.version}.${origin}`;
  own.repeats = own.lastRun === id ? own.repeats + 1 : 1;
  own.lastRun = id;
  return own.repeats === 1 ? id : `${id}.${own.repeats}`;
}

/** Returns the state of an automation that has never been on. */
export const newAutomationState = (at: number): AutomationState => ({
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
