import { isEqual } from '../equality.ts';
import type { CommandEndInput, WriteEnd } from '../input.ts';
import type { RunState } from '../state.ts';
import { type Active, activeOf, decided, type Reducing } from './context.ts';
import { isOvertaken, noteEnded, noteWrite } from './last-writes.ts';
import { awaitWrites, endRun, isRunning, outcomeOf, proceed, versionOf } from './runs.ts';
import { decideStep, setCheck, writeOf } from './steps.ts';
import { cancelTimers, setTimer } from './timers.ts';
import { judge } from './view.ts';

/** A write without an answer is retried once, after this time. */
const RETRY_MS = 5000;

/** A device that reports another value, or gets a newer write, did something: only these did not. */
const FAILURES: ReadonlySet<WriteEnd> = new Set(['unanswered', 'refused', 'too-late']);

/** Resumes a run whose wait has ended, or whose `waitUntil` has reached its timeout. */
export function waitEnded(context: Reducing, active: Active, run: RunState): void {
  if (run.waits === 'time') {
    proceed(context, active, run);
    return;
  }
  const versioned = versionOf(context, active, run);
  const step = versioned?.automation.steps[run.next];
  if (!versioned || step?.operation.op !== 'wait-until') {
    endRun(context, active, run, 'cancelled');
    return;
  }
  cancelWait(context, active, run);
  const { version } = run;
  context.decisions.push({
    type: 'step-ended',
    ...decided(context, active),
    version,
    run: run.id,
    step: step.id,
    outcome: 'timed-out',
  });
  if (step.operation.stops) {
    endRun(context, active, run, 'stopped');
    return;
  }
  run.next = step.end;
  proceed(context, active, run);
}

/**
 * Checks whether the condition for which a run waits has become true. A new value of a property checks only conditions
 * that name it: when others are checked would depend on which versions of the automation are known.
 */
export function checkWait(context: Reducing, active: Active, run: RunState, replaced?: string): void {
  const versioned = versionOf(context, active, run);
  const step = versioned?.automation.steps[run.next];
  if (!versioned || run.waits !== 'condition' || step?.operation.op !== 'wait-until') return;
  const { condition } = step.operation;
  if (replaced !== undefined && !condition.members.some(({ key }) => key === replaced)) return;
  if (judge(context, versioned, condition).is === true) {
    cancelWait(context, active, run);
    run.next = step.end;
    proceed(context, active, run);
  } else if (condition.dependsOnTime) setCheck(context, active, run);
}

/** Cancels the timers of the step for which a run waits. A write of another step is still retried. */
function cancelWait(context: Reducing, active: Active, run: RunState): void {
  cancelTimers(context, active, ({ kind, of }) => of === run.id && (kind === 'wait' || kind === 'check'));
}

/** Continues a run when a write of one of its steps has ended. */
export function commandEnded(context: Reducing, { command, state, reason }: CommandEndInput): void {
  for (const id of Object.keys(context.state.automations)) {
    const active = activeOf(context, id);
    const run = active?.own.runs.find(({ writes }) => Object.hasOwn(writes, command));
    if (active && run) {
      writeEnded(context, active, run, command, state, reason);
      return;
    }
  }
}

/** Returns a write of a run with the step that began it. It has no target once the device is gone or left the group. */
function beginningOf(context: Reducing, active: Active, run: RunState, command: string) {
  const write = run.writes[command];
  const step = versionOf(context, active, run)?.automation.steps[write?.step ?? -1];
  const operation = step?.operation;
  // A step is skipped once its device is gone; the write that it began ends all the same.
  if (!write || !step || (operation?.op !== 'set' && operation?.op !== 'skip')) return undefined;
  const target = operation.op === 'set' ? operation.targets.find(({ key }) => key === write.key) : undefined;
  return { write, step, target, stopsOnFailure: operation.stopsOnFailure };
}

function writeEnded(
  context: Reducing,
  active: Active,
  run: RunState,
  command: string,
  outcome: WriteEnd,
  reason: string | undefined,
): void {
  const begun = beginningOf(context, active, run, command);
  if (!begun) return;
  const { write, step, target, stopsOnFailure } = begun;
  if (target) noteEnded(context.state, { ...target, command });
  const { version } = run;
  const base = {
    type: 'step-ended',
    ...decided(context, active),
    version,
    run: run.id,
    step: step.id,
  } as const;
  context.decisions.push({ ...base, outcome, command, ...(reason === undefined ? {} : { reason }) });
  if (outcome === 'unanswered' && !write.isRetry && target) {
    const due = context.state.at + RETRY_MS;
    setTimer(context, active, { id: `${command}.retry`, due, kind: 'retry', of: run.id });
    return;
  }
  delete run.writes[command];
  settle(context, active, run, FAILURES.has(outcome) ? 'failed' : 'done', stopsOnFailure);
}

/** Resumes the run after a write ended, if it waited for it. */
function settle(
  context: Reducing,
  active: Active,
  run: RunState,
  result: 'done' | 'failed',
  stopsOnFailure: boolean,
): void {
  run[result] += 1;
  if (result === 'failed' && stopsOnFailure) {
    endRun(context, active, run, 'stopped');
    return;
  }
  if (run.waits !== 'writes' || Object.keys(run.writes).length > 0) return;
  cancelTimers(context, active, ({ of }) => of === run.id);
  if (run.isThrough) endRun(context, active, run, outcomeOf(run));
  else proceed(context, active, run);
}

/** Repeats a write, unless the property has the value by now or was written again. */
export function retryWrite(context: Reducing, active: Active, run: RunState, timerId: string): void {
  const command = timerId.slice(0, -'.retry'.length);
  const begun = beginningOf(context, active, run, command);
  if (!begun) return;
  const { write, step, target, stopsOnFailure } = begun;
  delete run.writes[command];
  if (!target) {
    settle(context, active, run, 'failed', stopsOnFailure);
    return;
  }
  const { key, value } = target;
  const known = context.state.values[key];
  if (isOvertaken(context.state, key, command) || (known && isEqual(known.value, value))) {
    settle(context, active, run, 'done', stopsOnFailure);
    return;
  }
  const again = `${command}.again`;
  run.writes[again] = { ...write, isRetry: true };
  const repeated = writeOf(context, active, target, again);
  noteWrite(context, run.id, repeated);
  const { latestMs } = active.automation;
  decideStep(context, active, run, step.id, { type: 'set', writes: [repeated], latestMs, isRetry: true });
}

/**
 * Counts the writes whose ends were never reported as not answered. What is decided during an interruption is only sent
 * after it.
 */
export function giveUp(context: Reducing, active: Active, run: RunState): void {
  if (context.downtime) {
    awaitWrites(context, active, run, context.downtime.at);
    return;
  }
  run.failed += Object.keys(run.writes).length;
  run.writes = {};
  if (run.isThrough || !isRunning(run)) {
    endRun(context, active, run, outcomeOf(run));
    return;
  }
  endRun(context, active, run, 'stopped');
}
