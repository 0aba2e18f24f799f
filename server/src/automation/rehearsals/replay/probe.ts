import type { Calendar, CompiledAutomation, HomeState, Truth, Verdict } from '@azulejo/automations';

export type ProbedTrigger = {
  readonly id: string;
  readonly is: Truth;
  readonly value?: unknown;
  readonly since?: number;
};

export type Probe = {
  /** The states of triggers that last. Webhooks, scenes, reports and times of day do not. */
  readonly triggers: readonly ProbedTrigger[];
  readonly conditions: readonly Verdict[];
};

/** Returns what the triggers and conditions of an automation are at the moment that its home has reached. */
export function probe(automation: CompiledAutomation, state: HomeState, calendar: Calendar): Probe {
  const truths = state.automations[automation.id]?.truths ?? {};
  const conditions: Verdict[] = [];
  automation.condition?.evaluate({ values: state.values, at: state.at, calendar, truths }, conditions);
  return {
    triggers: automation.triggers.flatMap((trigger) => probeTrigger(trigger, state, truths)),
    conditions,
  };
}

function probeTrigger(
  trigger: CompiledAutomation['triggers'][number],
  { values }: HomeState,
  truths: HomeState['automations'][string]['truths'],
): ProbedTrigger[] {
  const { id } = trigger;
  if (trigger.kind === 'silent') {
    const truth = truths[id];
    return truth ? [{ id, is: truth.is, since: truth.since }] : [];
  }
  if (trigger.kind !== 'property' || trigger.on !== 'edge') return [];
  // If the members of a group fire individually, a member that is true is the most informative.
  const { members, combine } = trigger;
  const shown = members.find(({ truthKey }) => truths[truthKey]?.is === true) ?? members[0];
  if (!shown) return [{ id, is: null }];
  const truth = truths[combine === 'each' ? shown.truthKey : id];
  const known = values[shown.key];
  return [
    {
      id,
      is: truth?.is ?? null,
      ...(known ? { value: known.value } : {}),
      ...(truth ? { since: truth.since } : {}),
    },
  ];
}
