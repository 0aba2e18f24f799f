import type { Calendar } from './calendar.ts';
import { all, some } from './compile/truths.ts';
import type { CompiledAutomation, PropertyTrigger } from './compiled.ts';
import type { Truth, Verdict } from './decision.ts';
import type { KnownValue, TriggerTruth } from './state.ts';

/** The states of an automation's triggers and conditions with the current values, before any input. */
export type Present = {
  /** The triggers that are true, and so must turn false before they fire, each with a value that makes it true. */
  readonly alreadyTrue: readonly { readonly trigger: string; readonly value: unknown }[];
  readonly conditions: readonly Verdict[];
  /**
   * When the triggers that follow a clock fire next, if the automation were switched on now; in milliseconds since
   * 1970.
   */
  readonly next: readonly { readonly trigger: string; readonly at: number }[];
};

/** Judges an automation at the present values. A condition with `since` counts from the last time of the value. */
export function judgePresent(
  { triggers, condition }: CompiledAutomation,
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
  return { alreadyTrue, conditions, next };
}

const joint = ({ combine }: PropertyTrigger, truths: readonly Truth[]): Truth =>
  combine === 'all' ? all(truths) : some(truths);
