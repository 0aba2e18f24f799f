import { addressKey } from '@azulejo/model';
import type { Decision } from './decision.ts';
import { isEqual } from './equality.ts';
import type { Home } from './home.ts';
import type { ClockInput, DowntimeInput, Input, PlayInput, PresentValue, ValueInput } from './input.ts';
import { chainOf } from './reduce/chains.ts';
import { setClock } from './reduce/clock.ts';
import { activeOf, miss, type Reducing } from './reduce/context.ts';
import { homeChanged } from './reduce/home-change.ts';
import { automationOf, noteEnded, noteOpened, valueReplaced } from './reduce/last-writes.ts';
import { checkWait, commandEnded, giveUp, retryWrite, waitEnded } from './reduce/resume.ts';
import { resetSilence, scheduleDue, silenceDue } from './reduce/schedules.ts';
import { request } from './reduce/starts.ts';
import { takeDue } from './reduce/timers.ts';
import { type Change, fire, lasted, setTruth, valueChanged } from './reduce/triggers.ts';
import { isUsed } from './reduce/values.ts';
import type { HomeState, Timer } from './state.ts';

/*
 * 1. Inputs are applied in the order of their numbers. Time is virtual: the greatest time of an input so far, until an
 *    input says that the clock was set.
 * 2. Before an input, every timer that is due by then fires, each at its own time.
 * 3. The input changes values, and with them the states of the triggers that use them.
 * 4. A trigger that changes from false to true requests a run; conditions, mode and loop protection decide.
 * 5. The run executes steps until it must wait. A timer, a value or the result of a write continues it.
 */

/** Begins to follow a home. Nothing fires: triggers take their truth from the present values. */
export function start(
  home: Home,
  values: readonly PresentValue[],
  at: number,
  n = 0,
): { readonly state: HomeState; readonly decisions: readonly Decision[] } {
  const state: HomeState = {
    n,
    at,
    values: {},
    automations: {},
    timers: [],
    chains: [],
    steps: { from: at, count: 0 },
  };
  const decisions: Decision[] = [];
  homeChanged({ home, state, decisions, chain: [] }, values);
  return { state, decisions };
}

/**
 * Applies the next input of the log, after the timers that fell due before it. It changes the state in place and
 * returns what was decided. For an input of type `home`, `home` is the new one.
 */
export function apply(home: Home, state: HomeState, input: Input): readonly Decision[] {
  const decisions: Decision[] = [];
  const downtime = input.type === 'downtime' ? { downtime: input } : {};
  if (input.type === 'clock') return applyClock({ home, state, decisions, chain: [] }, input);
  const [first] = state.timers;
  if (first !== undefined && first.due <= input.at)
    fireDue({ home, state, decisions, chain: [], ...downtime }, input.at);
  if (input.type === 'value' && isPast(home, state, input)) return decisions;
  state.n = input.n;
  if (input.at > state.at) state.at = input.at;
  if (input.type === 'value') applyValue(home, state, input, decisions);
  else applyOther({ home, state, decisions, n: input.n, chain: chainOf(state, input.cause) }, input);
  return decisions;
}

/** What fell due by the old time fires first, and then what a clock that went ahead skipped. */
function applyClock(context: Reducing, input: ClockInput): readonly Decision[] {
  const { state } = context;
  fireDue(context, input.from);
  state.n = input.n;
  setClock(context, input);
  fireDue({ ...context, downtime: input }, input.at);
  state.at = input.at;
  return context.decisions;
}

/** Lets time pass without an input: fires the timers that are due by `to`, which may be within a downtime. */
export function advance(
  home: Home,
  state: HomeState,
  to: number,
  downtime?: DowntimeInput,
): readonly Decision[] {
  const decisions: Decision[] = [];
  fireDue({ home, state, decisions, chain: [], ...(downtime ? { downtime } : {}) }, to);
  if (to > state.at) state.at = to;
  return decisions;
}

/** Returns when the next timer is due, in epoch milliseconds. */
export const nextDue = ({ timers }: HomeState): number | undefined => timers[0]?.due;

function fireDue(context: Reducing, by: number): void {
  const { state } = context;
  for (let timer = takeDue(state, by); timer; timer = takeDue(state, by)) {
    if (timer.due > state.at) state.at = timer.due;
    fireTimer(context, timer);
  }
}

function fireTimer(context: Reducing, { id, due, automation: automationId, kind, of }: Timer): void {
  const active = activeOf(context, automationId);
  if (!active) return;
  if (kind === 'lasts') {
    lasted(context, active, of, due);
    return;
  }
  if (kind === 'schedule' || kind === 'silent') {
    const trigger = active.automation.triggers.find((each) => each.id === of);
    if (trigger?.kind === 'schedule') scheduleDue(context, active, trigger, due);
    if (trigger?.kind === 'silent') silenceDue(context, active, trigger, due);
    return;
  }
  const run = active.own.runs.find((each) => each.id === of);
  if (!run) return;
  if (kind === 'wait') waitEnded(context, active, run);
  else if (kind === 'check') checkWait(context, active, run);
  else if (kind === 'retry') retryWrite(context, active, run, id);
  else giveUp(context, active, run);
}

/** Returns whether only ended runs used the value: a home that is compiled now would not read it. */
function isPast(home: Home, state: HomeState, input: ValueInput): boolean {
  const key = addressKey(input);
  return home.names.has(key) && !home.silent.has(input.channel) && !isUsed(home, state, key);
}

function applyValue(home: Home, state: HomeState, input: ValueInput, decisions: Decision[]): void {
  const key = addressKey(input);
  const context = { home, state, decisions, n: input.n, chain: chainOf(state, input.cause) };
  if (home.silent.has(input.channel)) resetSilences(context, input.channel);
  if (!isUsed(home, state, key)) return;
  valueReplaced(state, key);
  const before = state.values[key];
  const { data } = input;
  const isSame = before !== undefined && isEqual(before.value, data);
  const by = isSame && input.isWritten !== true ? before.by : automationOf(input.cause);
  state.values[key] = {
    value: data,
    since: isSame ? before.since : state.at,
    reported: state.at,
    ...(by === undefined ? {} : { by }),
  };
  notifyWatchers(context, key, { property: input, before, after: data, isSame });
}

function resetSilences(context: Reducing, channel: string): void {
  for (const { automation, trigger } of context.home.silent.get(channel) ?? []) {
    const active = activeOf(context, automation.id);
    if (active) resetSilence(context, active, trigger);
  }
}

/** Automations decide in the order of the home; each starts at most one run for an input. */
function notifyWatchers(context: Reducing, key: string, change: Change): void {
  for (const { automation, triggers, held } of context.home.watchers.get(key) ?? []) {
    const active = activeOf(context, automation.id);
    if (!active) continue;
    for (const { member, test } of held) {
      const truth = active.own.truths[member.truthKey];
      if (truth) setTruth(truth, test(change.after, truth.is), context.state.at);
    }
    for (const run of active.own.runs.filter(({ waits }) => waits === 'condition'))
      checkWait(context, active, run, key);
    for (const { trigger, member } of triggers) valueChanged(context, active, trigger, member, change);
  }
}

function applyOther(context: Reducing, input: Exclude<Input, ValueInput>): void {
  switch (input.type) {
    case 'sign-of-life':
      resetSilences(context, input.channel);
      return;
    case 'write-opened':
      noteOpened(context, input);
      return;
    case 'write-ended':
      noteEnded(context.state, input);
      return;
    case 'command':
      commandEnded(context, input);
      return;
    case 'play':
      play(context, input);
      return;
    case 'webhook':
      fireBy(context, 'webhook', (trigger, id) => trigger.kind === 'webhook' && id === input.automation);
      return;
    case 'scene':
      fireBy(context, 'scene', (trigger) => trigger.kind === 'scene' && trigger.scene === input.scene);
      return;
    case 'home':
      homeChanged(context, input.values);
      return;
    default:
      undefined;
  }
}

type Trigger = Home['automations'][number]['triggers'][number];

/** Starts the automations that have such a trigger; one that is switched off misses it. */
function fireBy(
  context: Reducing,
  by: 'webhook' | 'scene',
  matches: (trigger: Trigger, automation: string) => boolean,
): void {
  for (const automation of context.home.automations) {
    const trigger = automation.triggers.find((each) => matches(each, automation.id));
    if (!trigger) continue;
    const occasion = { trigger: trigger.id, ...(context.n === undefined ? {} : { n: context.n }) };
    const active = activeOf(context, automation.id);
    if (active) fire(context, active, { ...occasion, by }, context.chain);
    else missDisabled(context, automation.id, occasion);
  }
}

function missDisabled(context: Reducing, id: string, occasion: Parameters<typeof miss>[2]): void {
  const automation = context.home.automation(id);
  const own = context.state.automations[id];
  if (automation && own) miss(context, { automation, own }, occasion, { reason: 'disabled' });
}

function play(context: Reducing, { automation, n, checksConditions, person }: PlayInput): void {
  const active = activeOf(context, automation);
  if (!active) {
    missDisabled(context, automation, { n });
    return;
  }
  if (active.automation.cannotStart) return;
  request(context, active, {
    start: { by: 'play', n, ...(person !== undefined && { person }) },
    origin: `e${n}`,
    chain: context.chain,
    isPlay: true,
    ignoresConditions: !checksConditions,
  });
}
