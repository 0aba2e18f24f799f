import type { Address } from '@azulejo/model';
import type { Verdict } from '../../decision.ts';
import { partsByLetter } from '../../part-ids.ts';
import { textOf } from '../clauses.ts';
import { tellCondition } from '../condition.ts';
import { tellSteps } from '../step.ts';
import { isGiven } from '../teller.ts';
import { valueText } from '../value.ts';
import type { Telling } from './telling.ts';

/** Returns a condition in the words that follow `only if`, such as `it is dark`. */
export function describeCondition({ id }: Pick<Verdict, 'id'>, telling: Telling): string {
  const found = partsByLetter(telling.definition).c.find(({ part }) => part['id'] === id);
  return textOf(tellCondition(found?.part, found?.path ?? 'onlyIf', telling));
}

/** Returns the value that decided a condition, such as `17.2 °C`; undefined where there is none to show. */
export function describeVerdictValue({ id, value, of }: Verdict, telling: Telling): string | undefined {
  if (value === undefined || value === null) return undefined;
  const found = partsByLetter(telling.definition).c.find(({ part }) => part['id'] === id);
  const address = of ?? found?.part['property'];
  const known = isGiven(address) ? telling.names.property(address as unknown as Address) : undefined;
  return known && valueText(telling, value, undefined, known.property);
}

type DoneStep = {
  readonly step: string;
  /** Of a step that sets a group: the device that this record is about. */
  readonly property?: Address | undefined;
  readonly value?: unknown;
};

/** Returns what a step does, such as `turn on Hall light`; of a group, what it does with one device. */
export function describeStep({ step, property, value }: DoneStep, telling: Telling): string {
  const { definition } = telling;
  const found = partsByLetter(definition).s.find(({ part }) => part['id'] === step);
  const set = found?.part['set'];
  const isOfGroup = isGiven(set) && 'properties' in set && property !== undefined;
  const part = isOfGroup ? { set: property, value } : found?.part;
  const [only] = tellSteps([part], found?.path ?? 'then', {
    ...telling,
    when: definition.when,
    last: undefined,
  });
  return textOf(only?.pieces ?? []);
}
