import type { Address } from '@azulejo/model';
import type { Verdict } from '../../decision.ts';
import { partsByLetter } from '../../part-ids.ts';
import { textOf } from '../clauses.ts';
import { phraseCondition } from '../condition.ts';
import { phraseSteps } from '../step.ts';
import { valueText } from '../value.ts';
import { isGiven } from '../wording.ts';
import type { HistoryWording } from './history-wording.ts';

/** Returns a condition in the words that follow `only if`, such as `it is dark`. */
export function describeCondition({ id }: Pick<Verdict, 'id'>, wording: HistoryWording): string {
  const found = partsByLetter(wording.definition).c.find(({ part }) => part['id'] === id);
  return textOf(phraseCondition(found?.part, found?.path ?? 'onlyIf', wording));
}

/** Returns the value that decided a condition, such as `17.2 °C`; undefined where there is none to show. */
export function describeVerdictValue(
  { id, value, of }: Verdict,
  wording: HistoryWording,
): string | undefined {
  if (value === undefined || value === null) return undefined;
  const found = partsByLetter(wording.definition).c.find(({ part }) => part['id'] === id);
  const address = of ?? found?.part['property'];
  const known = isGiven(address) ? wording.names.property(address as unknown as Address) : undefined;
  return known && valueText(wording, value, undefined, known.property);
}

type DoneStep = {
  readonly step: string;
  /** Names the device that this record is about, for a step that sets a group. */
  readonly property?: Address;
  readonly value?: unknown;
};

/** Returns what a step does, such as `turn on Hall light`; of a group, what it does with one device. */
export function describeStep({ step, property, value }: DoneStep, wording: HistoryWording): string {
  const { definition } = wording;
  const found = partsByLetter(definition).s.find(({ part }) => part['id'] === step);
  const set = found?.part['set'];
  const isOfGroup = isGiven(set) && 'properties' in set && property !== undefined;
  const part = isOfGroup ? { kind: 'set', set: property, value } : found?.part;
  const [only] = phraseSteps([part], found?.path ?? 'then', {
    ...wording,
    when: definition.when,
    last: undefined,
  });
  return textOf(only?.pieces ?? []);
}
