import type { RunOutcome } from '../decision.ts';
import type { QueuedStart, RunState } from '../state.ts';
import { rememberChain } from './chains.ts';
import { type Active, decided, type Reducing } from './context.ts';
import { brake, reasonToGuardStep } from './rate-guard.ts';
import { performStep } from './steps.ts';
import { cancelTimers, setTimer } from './timers.ts';
import { forgetUnused } from './values.ts';

/** After this time a run no longer waits for the ends of its writes. */
const MAX_WRITE_MS = 10 * 60_000;

/** Returns whether the run has steps left. For its mode, a run that only waits for writes to end is over. */
export const isRunning = ({ waits, isThrough }: RunState): boolean => !(waits === 'writes' && isThrough);

export function beginRun(
  context: Reducing,
  active: Active,
  { run: id, start, chain, conditions }: QueuedStart,
): void {
  const { automation, own } = active;
  own.ranAt = context.state.at;
  rememberChain(context.state, id, chain);
  context.decisions.push({
    type: 'run-began',
    ...decided(context, active),
    run: id,
    start,
    conditions,
    chain,
  });
  const run: RunState = {
    id,
    version: automation.version,
    start,
    chain,
    next: 0,
    waits: null,
    isThrough: false,
    writes: {},
    done: 0,
    failed: 0,
  };
  own.runs.push(run);
  proceed(context, active, run);
}

/** Returns the automation in the version that the run began with. */
export function versionOf(
  { home }: Reducing,
  { automation, own }: Active,
  run: RunState,
): Active | undefined {
  const version = home.version(automation.id, run.version);
  return version && { automation: version, own };
}

/** Performs the steps of a run until it has to wait or has no steps left. */
export function proceed(context: Reducing, active: Active, run: RunState): void {
  const versioned = versionOf(context, active, run);
  if (!versioned) {
    endRun(context, active, run, 'cancelled');
    return;
  }
  const { steps } = versioned.automation;
  run.waits = null;
  while (run.waits === null) {
    const step = steps[run.next];
    if (!step) {
      finish(context, versioned, run);
      return;
    }
    if (step.for && !step.for.has(run.start.trigger ?? '')) {
      run.next = step.end;
      continue;
    }
    const reason = reasonToGuardStep(context);
    if (reason) {
      brake(context, active, reason, run.chain.slice(0, -1));
      cancelRuns(context, active, 'braked');
      return;
    }
    performStep(context, versioned, run, step);
    if (step.operation.op === 'skip' && step.operation.stopsOnFailure) {
      endRun(context, active, run, 'stopped');
      return;
    }
  }
  if (run.waits === 'writes') awaitWrites(context, versioned, run);
}

export const awaitWrites = (
  context: Reducing,
  active: Active,
  run: RunState,
  since = context.state.at,
): void =>
  setTimer(context, active, {
    id: `${run.id}.gives-up`,
    due: since + MAX_WRITE_MS,
    kind: 'gives-up',
    of: run.id,
  });

/** Called after the last step: the run ends as soon as its writes do. */
function finish(context: Reducing, active: Active, run: RunState): void {
  run.isThrough = true;
  if (Object.keys(run.writes).length === 0) {
    endRun(context, active, run, outcomeOf(run));
    return;
  }
  run.waits = 'writes';
  awaitWrites(context, active, run);
  beginQueued(context, active);
}

export function outcomeOf({ done, failed }: RunState): RunOutcome {
  if (failed === 0) return 'done';
  return done === 0 ? 'failed' : 'partly';
}

/** Ends a run, and begins the next one that waits for it. */
export function endRun(context: Reducing, active: Active, run: RunState, outcome: RunOutcome): void {
  removeRun(context, active, run, outcome);
  beginQueued(context, active);
}

function removeRun(context: Reducing, active: Active, run: RunState, outcome: RunOutcome): void {
  const { own } = active;
  own.runs = own.runs.filter((other) => other !== run);
  cancelTimers(context, active, ({ of }) => of === run.id);
  const { version } = run;
  context.decisions.push({ type: 'run-ended', ...decided(context, active), version, run: run.id, outcome });
  const { home, state } = context;
  if (home.earlier.length > 0) forgetUnused(home, state);
}

/** Ends all runs of an automation and forgets those that wait. */
export function cancelRuns(
  context: Reducing,
  active: Active,
  outcome: Extract<RunOutcome, 'replaced' | 'cancelled' | 'braked'>,
): void {
  active.own.queue = [];
  // A run without steps left has done what it should; only its outcome is still open.
  const ended = active.own.runs.filter((run) => outcome !== 'replaced' || isRunning(run));
  for (const run of ended) removeRun(context, active, run, outcome);
}

function beginQueued(context: Reducing, active: Active): void {
  const { own, automation } = active;
  if (own.isBraked || !own.isEnabled || own.runs.some(isRunning)) return;
  const next = own.queue.shift();
  // A run that was queued before an edit runs with the new version.
  if (next)
    beginRun(context, { own, automation: context.home.automation(automation.id) ?? automation }, next);
}
