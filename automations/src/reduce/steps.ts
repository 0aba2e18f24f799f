import type { CompiledStep, Operation, SetTarget } from '../compiled.ts';
import type { Action, SkippedKind, Write } from '../decision.ts';
import { isEqual } from '../equality.ts';
import type { RunState } from '../state.ts';
import { type Active, decided, type Reducing } from './context.ts';
import { isSetBy, noteWrite, wantedValue } from './last-writes.ts';
import { setTimer } from './timers.ts';
import { judge } from './view.ts';

/** A condition that depends on the time is checked so often while a run waits for it. */
const CHECK_MS = 60_000;

/** Performs one step and moves the run behind it, or lets it wait. */
export function performStep(context: Reducing, active: Active, run: RunState, step: CompiledStep): void {
  const { operation } = step;
  if (operation.op === 'jump') {
    run.next = operation.to;
    return;
  }
  if (operation.op === 'if') {
    const { is, verdicts } = judge(context, active, operation.condition);
    if (is === null && operation.condition.isIncomplete) {
      skip(context, active, run, step, 'if');
      return;
    }
    const branch = is === true ? 'then' : 'else';
    decideStep(context, active, run, step.id, { type: 'if', branch, conditions: verdicts });
    run.next = is === true ? run.next + 1 : operation.orElse;
    return;
  }
  if (operation.op === 'skip') {
    skip(context, active, run, step, operation.kind);
    return;
  }
  const index = run.next;
  run.next = step.end;
  if (operation.op === 'set') set(context, active, run, index, step.id, operation);
  else if (operation.op === 'wait') wait(context, active, run, step.id, operation.ms);
  else if (operation.op === 'wait-until') waitUntil(context, active, run, index, step.id, operation);
  else {
    decideStep(context, active, run, step.id, messageOf(context, active, operation));
    run.done += 1;
  }
}

/** Passes a step with all of its inner steps, which counts as failed. */
function skip(
  context: Reducing,
  active: Active,
  run: RunState,
  { id, end }: CompiledStep,
  kind: SkippedKind | 'if',
): void {
  run.next = end;
  run.failed += 1;
  decideStep(context, active, run, id, { type: 'skip', kind });
}

export function decideStep(
  context: Reducing,
  active: Active,
  { id: run }: RunState,
  step: string,
  action: Action,
): void {
  context.decisions.push({ type: 'step-decided', ...decided(context, active), run, step, action });
}

function set(
  context: Reducing,
  active: Active,
  run: RunState,
  index: number,
  step: string,
  { targets, isAlways, stopsOnFailure }: Extract<Operation, { op: 'set' }>,
): void {
  const { home, state } = context;
  const writes = targets.flatMap((each, target): Write[] => {
    const { key, value } = each;
    const wanted = wantedValue(state, key);
    if (!isAlways && wanted && isEqual(wanted.value, value)) return [];
    const command = targets.length === 1 ? `${run.id}.${step}` : `${run.id}.${step}.${target + 1}`;
    if (!home.assumesDone) run.writes[command] = { step: index, key, isRetry: false };
    return [writeOf(context, active, each, command)];
  });
  for (const write of writes) noteWrite(context, run.id, write);
  const { latestMs } = active.automation;
  decideStep(context, active, run, step, { type: 'set', writes, latestMs, isRetry: false });
  const areOpen = writes.length > 0 && !home.assumesDone;
  if (!areOpen) run.done += 1;
  if (areOpen && stopsOnFailure) run.waits = 'writes';
}

/** Returns a write, which counts as the end of what its automation began unless somebody has set the property since. */
export function writeOf(
  { state }: Reducing,
  { automation }: Active,
  { channel, component, property, key, value, isEnd }: SetTarget,
  command: string,
): Write {
  const ends = isEnd && isSetBy(state, key, automation.id);
  return { command, channel, component, property, value, ...(ends ? { isEnd: true } : {}) };
}

function wait(context: Reducing, active: Active, run: RunState, step: string, ms: number): void {
  const until = context.state.at + ms;
  decideStep(context, active, run, step, { type: 'wait', until });
  run.waits = 'time';
  setTimer(context, active, { id: `${run.id}.wait`, due: until, kind: 'wait', of: run.id });
}

/** Keeps the run at this step, which is performed again whenever its condition may have become true. */
function waitUntil(
  context: Reducing,
  active: Active,
  run: RunState,
  index: number,
  step: string,
  { condition, atMostMs }: Extract<Operation, { op: 'wait-until' }>,
): void {
  const until = context.state.at + atMostMs;
  decideStep(context, active, run, step, { type: 'wait', until });
  if (judge(context, active, condition).is === true) return;
  run.next = index;
  run.waits = 'condition';
  setTimer(context, active, { id: `${run.id}.wait`, due: until, kind: 'wait', of: run.id });
  if (condition.dependsOnTime) setCheck(context, active, run);
}

export const setCheck = (context: Reducing, active: Active, run: RunState): void =>
  setTimer(context, active, {
    id: `${run.id}.check`,
    due: context.state.at + CHECK_MS,
    kind: 'check',
    of: run.id,
  });

function messageOf(
  { state }: Reducing,
  { automation: { latestMs } }: Active,
  operation: Extract<Operation, { op: 'notify' | 'webhook' | 'scene' | 'automation' }>,
): Action {
  switch (operation.op) {
    case 'notify': {
      const { title, text, to } = operation;
      const values = operation.values.map(({ name, key }) => [name, state.values[key]?.value ?? null]);
      return { type: 'notify', title, text, values: Object.fromEntries(values), to };
    }
    case 'webhook':
      return { type: 'webhook', url: operation.url, body: operation.body };
    case 'scene':
      return { type: 'scene', scene: operation.scene, latestMs };
    default:
      return { type: 'automation', target: operation.target, as: operation.as };
  }
}
