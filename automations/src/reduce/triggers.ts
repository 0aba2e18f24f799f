import type { Address } from '@azulejo/model';
import { all, some } from '../compile/truths.ts';
import type { Member, PropertyTrigger } from '../compiled.ts';
import type { Start, Truth } from '../decision.ts';
import type { KnownValue, TriggerTruth } from '../state.ts';
import { type Active, dueOrigin, miss, newTruth, type Occasion, type Reducing } from './context.ts';
import { request } from './starts.ts';
import { cancelTimers, setTimer } from './timers.ts';

/** A value that was just stored, and the one before. */
export type Change = {
  readonly property: Address;
  readonly before: KnownValue | undefined;
  readonly after: unknown;
  readonly isSame: boolean;
};

/** Updates the truth of a trigger by a new value, and fires. */
export function valueChanged(
  context: Reducing,
  active: Active,
  trigger: PropertyTrigger,
  member: Member,
  change: Change,
): void {
  if (trigger.on === 'edge') {
    edge(context, active, trigger, member, change);
    return;
  }
  if (trigger.on === 'change' && change.isSame) return;
  const occasion = occasionOf(context, trigger, change);
  if (trigger.on === 'change' && change.before === undefined) {
    miss(context, active, occasion, { reason: 'not-true-before', wasKnown: false });
    return;
  }
  fire(context, active, { ...occasion, by: trigger.by }, context.chain);
}

function occasionOf({ n }: Reducing, { id }: PropertyTrigger, { property, before, after }: Change): Occasion {
  const { channel, component, property: name } = property;
  return {
    trigger: id,
    ...(n === undefined ? {} : { n }),
    property: { channel, component, property: name },
    before: before?.value ?? null,
    after,
  };
}

const truthOf = ({ own }: Active, key: string, at: number): TriggerTruth => {
  own.truths[key] ??= newTruth(at);
  return own.truths[key];
};

/** Sets a truth value, and since when it holds. */
export function setTruth(truth: TriggerTruth, is: Truth, at: number): void {
  if (truth.is === is) return;
  truth.is = is;
  truth.since = at;
}

function edge(
  context: Reducing,
  active: Active,
  trigger: PropertyTrigger,
  member: Member,
  change: Change,
): void {
  const { at } = context.state;
  const own = truthOf(active, member.truthKey, at);
  const was = { is: own.is, since: own.since };
  setTruth(own, trigger.test(change.after, own.is), at);
  if (trigger.combine === 'each') {
    if (own.is !== was.is) turned(context, active, trigger, own, was, member.truthKey, change);
    else reported(context, active, trigger, own, change);
    return;
  }
  const joint = truthOf(active, trigger.id, at);
  const before = { is: joint.is, since: joint.since };
  setTruth(joint, jointTruth(active, trigger), at);
  if (joint.is !== before.is) turned(context, active, trigger, joint, before, trigger.id, change);
  else reported(context, active, trigger, joint, change);
}

/** Handles a value that leaves a trigger as it was. */
function reported(
  context: Reducing,
  active: Active,
  trigger: PropertyTrigger,
  { is }: TriggerTruth,
  change: Change,
): void {
  if (is === true && trigger.retriggers)
    fire(context, active, { ...occasionOf(context, trigger, change), by: trigger.by }, context.chain);
}

/** Returns the truth of a trigger whose members are counted together. */
export function jointTruth({ own }: Active, { members, combine }: PropertyTrigger): Truth {
  const truths = members.map(({ truthKey }) => own.truths[truthKey]?.is ?? null);
  return combine === 'all' ? all(truths) : some(truths);
}

/** Handles a change of a trigger's truth: it fires when it turns from false to true. */
function turned(
  context: Reducing,
  active: Active,
  trigger: PropertyTrigger,
  truth: TriggerTruth,
  was: { is: Truth; since: number },
  key: string,
  change: Change,
): void {
  const occasion = occasionOf(context, trigger, change);
  const { at } = context.state;
  const timer = `${active.automation.id}.${key}`;
  if (was.is === true) {
    delete truth.start;
    delete truth.chain;
    if (trigger.forMs !== undefined && cancelTimers(context, active, ({ id }) => id === timer))
      miss(context, active, occasion, {
        reason: 'did-not-last',
        lastedMs: at - was.since,
        neededMs: trigger.forMs,
      });
  }
  if (truth.is !== true) return;
  if (was.is === null) {
    miss(context, active, occasion, { reason: 'not-true-before', wasKnown: false });
    return;
  }
  const start: Start = { ...occasion, by: trigger.by };
  if (trigger.forMs === undefined) {
    fire(context, active, start, context.chain);
    return;
  }
  truth.start = { ...start, since: at };
  truth.chain = [...context.chain];
  setTimer(context, active, { id: timer, due: at + trigger.forMs, kind: 'lasts', of: key });
}

/** Asks for a run for an input, which happens at most once for each automation. */
export function fire(context: Reducing, active: Active, start: Start, chain: readonly string[]): void {
  const { n = 0 } = context;
  if (active.own.firedBy === n || active.own.isBraked) return;
  active.own.firedBy = n;
  request(context, active, { start, origin: `e${n}`, chain });
}

/** Called when a trigger has been true for as long as its `for` says. */
export function lasted(context: Reducing, active: Active, key: string, due: number): void {
  const truth = active.own.truths[key];
  if (truth?.is !== true || !truth.start) return;
  const { start, chain = [] } = truth;
  delete truth.start;
  delete truth.chain;
  request(context, active, { start, origin: dueOrigin(context, start.trigger, due), chain });
}
