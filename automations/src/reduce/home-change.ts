import { addressKey } from '@azulejo/model';
import type { CompiledAutomation, CompiledTrigger, PropertyTrigger } from '../compiled.ts';
import { conditionsOf } from '../home.ts';
import type { PresentValue } from '../input.ts';
import type { TriggerTruth } from '../state.ts';
import { type Active, miss, newTruth, type Reducing } from './context.ts';
import { forgetDates } from './dates.ts';
import { cancelRuns, endRun, versionOf } from './runs.ts';
import { listen, plan } from './schedules.ts';
import { newAutomationState } from './starts.ts';
import { cancelTimers, sortTimers } from './timers.ts';
import { jointTruth, setTruth } from './triggers.ts';
import { forgetUnused, isUsed } from './values.ts';

/**
 * Takes over a home that changed. Nothing fires: what is true now was true before, or is a fact of the home and not
 * an event. An unchanged trigger keeps its state.
 */
export function homeChanged(context: Reducing, present: readonly PresentValue[]): void {
  const { home, state } = context;
  takeValues(context, present);
  for (const id of Object.keys(state.automations)) if (!home.automation(id)) remove(context, id);
  sortTimers(context);
  for (const automation of home.automations) {
    state.automations[automation.id] ??= newAutomationState(state.at);
    const own = state.automations[automation.id];
    if (own) update(context, { automation, own });
  }
}

/** Takes the values of new properties only: known values came through the log and are as of its last input. */
function takeValues({ home, state }: Reducing, present: readonly PresentValue[]): void {
  forgetUnused(home, state);
  for (const each of present) {
    const key = addressKey(each);
    if (!isUsed(home, state, key) || Object.hasOwn(state.values, key)) continue;
    state.values[key] = { value: each.data, since: each.since, reported: each.reported };
  }
}

function remove(context: Reducing, id: string): void {
  const own = context.state.automations[id];
  if (!own) return;
  const automation: CompiledAutomation = { ...REMOVED, id, version: own.version };
  stop(context, { automation, own });
  delete context.state.automations[id];
}

/** The empty definition that replaces a removed automation's. */
const REMOVED: Omit<CompiledAutomation, 'id' | 'version'> = {
  isEnabled: false,
  mode: 'single',
  triggers: [],
  condition: undefined,
  steps: [],
  atMostEveryMs: undefined,
  latestMs: null,
  names: new Map(),
};

function stop(context: Reducing, active: Active): void {
  cancelRuns(context, active, 'cancelled');
  cancelTimers(context, active, () => true);
  active.own.truths = {};
  active.own.signatures = {};
}

function update(context: Reducing, active: Active): void {
  const { automation, own } = active;
  const isEdited = own.version !== automation.version;
  own.version = automation.version;
  if (!automation.isEnabled) {
    if (own.isEnabled) stop(context, active);
    own.isEnabled = false;
    own.isBraked = false;
    return;
  }
  if (own.isBraked && !isEdited) return;
  const isNew = !own.isEnabled || own.isBraked;
  own.isEnabled = true;
  own.isBraked = false;
  for (const run of own.runs) if (!versionOf(context, active, run)) endRun(context, active, run, 'cancelled');
  forgetOthers(context, active);
  for (const trigger of automation.triggers) arm(context, active, trigger, isNew || isEdited);
  for (const { member, test } of conditionsOf(automation).flatMap(({ held }) => held)) {
    const known = context.state.values[member.key];
    // An edit may compare with another value.
    if (isEdited) delete own.truths[member.truthKey];
    own.truths[member.truthKey] ??= { is: test(known?.value, null), since: known?.since ?? context.state.at };
  }
}

/** Forgets triggers that are gone or different, members that no longer belong to a group, and their timers. */
function forgetOthers(context: Reducing, active: Active): void {
  const { automation, own } = active;
  const unchanged = automation.triggers.filter(({ id, signature }) => own.signatures[id] === signature);
  const kept = new Set(unchanged.flatMap(truthKeysOf));
  for (const { held } of conditionsOf(automation)) for (const { member } of held) kept.add(member.truthKey);
  for (const key of Object.keys(own.truths)) if (!kept.has(key)) delete own.truths[key];
  const runs = new Set(own.runs.map(({ id }) => id));
  cancelTimers(context, active, ({ of }) => !kept.has(of) && !runs.has(of));
  forgetDates(own, automation.triggers);
  own.signatures = Object.fromEntries(automation.triggers.map(({ id, signature }) => [id, signature]));
}

const truthKeysOf = (trigger: CompiledTrigger): string[] => [
  trigger.id,
  ...(trigger.kind === 'property' ? trigger.members.map(({ truthKey }) => truthKey) : []),
];

/** Reads a trigger's truth from the present values, and plans what falls due. */
function arm(context: Reducing, active: Active, trigger: CompiledTrigger, isNew: boolean): void {
  const { own } = active;
  const { at } = context.state;
  if (trigger.kind === 'schedule') {
    plan(context, active, trigger, at);
    return;
  }
  if (trigger.kind === 'silent') {
    if (own.truths[trigger.id]) return;
    own.truths[trigger.id] = { is: false, since: at };
    listen(context, active, trigger, at);
    return;
  }
  if (trigger.kind === 'property' && trigger.on === 'edge') readTruths(context, active, trigger, isNew);
}

function readTruths(context: Reducing, active: Active, trigger: PropertyTrigger, isNew: boolean): void {
  const { own } = active;
  const { at, values } = context.state;
  let isTrueAlready = false;
  const read = (key: string, is: TriggerTruth['is'], since: number) => {
    own.truths[key] = { is, since };
    isTrueAlready ||= is === true;
  };
  for (const { key, truthKey } of trigger.members) {
    if (own.truths[truthKey]) continue;
    const known = values[key];
    read(truthKey, trigger.test(known?.value, null), known?.since ?? at);
  }
  if (trigger.combine !== 'each') {
    const is = jointTruth(active, trigger);
    const joint = own.truths[trigger.id];
    isTrueAlready = joint === undefined && is === true;
    if (joint === undefined) own.truths[trigger.id] = { ...newTruth(at), is };
    else if (joint.is !== is) {
      // A device came or went: what the trigger waited for is another question now.
      setTruth(joint, is, at);
      delete joint.start;
      cancelTimers(context, active, ({ of }) => of === trigger.id);
    }
  }
  if (isNew && isTrueAlready)
    miss(context, active, { trigger: trigger.id }, { reason: 'not-true-before', wasKnown: true });
}
