import type { Calendar } from './calendar.ts';
import { all, some } from './compile/truths.ts';
import type { CompiledAutomation, CompiledTrigger, PropertyTrigger } from './compiled.ts';
import type { Truth, Verdict } from './decision.ts';
import { isEqual } from './equality.ts';
import type { KnownValue, TriggerTruth } from './state.ts';

/** The states of an automation's triggers and conditions with the current values, before any input. */
export type Present = {
  /** The triggers that are true, and so must turn false before they fire, each with a value that makes it true. */
  readonly alreadyTrue: readonly { readonly trigger: string; readonly value: unknown }[];
  readonly conditions: readonly Verdict[];
  /**
   * The triggers that miss repeated reports, in an automation that switches something off after a wait: the light goes
   * off although the sensor still reports motion.
   */
  readonly ignoresReports: readonly string[];
  /**
   * When the triggers that follow a clock fire next, if the automation were switched on now; in milliseconds since
   * 1970.
   */
  readonly next: readonly { readonly trigger: string; readonly at: number }[];
};

/** Judges an automation at the present values. */
export function judgePresent(
  { triggers, condition, steps }: CompiledAutomation,
  { values, at, calendar }: { values: Readonly<Record<string, KnownValue>>; at: number; calendar: Calendar },
): Present {
  const alreadyTrue = triggers.flatMap((trigger) => {
    if (trigger.kind !== 'property' || trigger.on !== 'edge') return [];
    const truths = trigger.members.map(({ key }) => trigger.test(values[key]?.value, null));
    if (joint(trigger, truths) !== true) return [];
    const member = trigger.members[truths.indexOf(true)];
    return [{ trigger: trigger.id, value: member ? values[member.key]?.value : undefined }];
  });
  const truths: Record<string, TriggerTruth> = {};
  for (const { member, test } of condition?.held ?? []) {
    const known = values[member.key];
    truths[member.truthKey] = { is: test(known?.value, null), since: known?.since ?? at };
  }
  const conditions: Verdict[] = [];
  condition?.evaluate({ values: { ...values }, at, calendar, truths }, conditions);
  const next = triggers.flatMap((trigger) => {
    if (trigger.kind !== 'schedule') return [];
    const due = calendar.next(trigger.scheduleAt(at), at);
    return due?.kind === 'fires' ? [{ trigger: trigger.id, at: due.at }] : [];
  });
  const ignoresReports = endsAfterWait(steps)
    ? triggers.flatMap((trigger) => (ignoresReport(trigger, values) ? [trigger.id] : []))
    : [];
  return { alreadyTrue, conditions, ignoresReports, next };
}

function ignoresReport(trigger: CompiledTrigger, values: Readonly<Record<string, KnownValue>>): boolean {
  if (trigger.kind !== 'property' || trigger.on !== 'edge' || trigger.by !== 'value') return false;
  if (trigger.retriggers || trigger.forMs !== undefined) return false;
  return trigger.members.some(({ key }) => {
    const known = values[key];
    return known !== undefined && known.reported > known.since && trigger.test(known.value, null) === true;
  });
}

/** Returns whether a step after a wait sets a property to another value than a step before it. */
function endsAfterWait(steps: CompiledAutomation['steps']): boolean {
  const wait = steps.findIndex(({ operation: { op } }) => op === 'wait');
  const targetsOf = (some: CompiledAutomation['steps']) =>
    some.flatMap(({ operation }) => (operation.op === 'set' ? operation.targets : []));
  const before = targetsOf(steps.slice(0, Math.max(wait, 0)));
  return targetsOf(steps.slice(wait + 1)).some((end) =>
    before.some(({ key, value }) => key === end.key && !isEqual(value, end.value)),
  );
}

const joint = ({ combine }: PropertyTrigger, truths: readonly Truth[]): Truth =>
  combine === 'all' ? all(truths) : some(truths);
