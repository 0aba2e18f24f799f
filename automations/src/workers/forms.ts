import { CONDITIONS } from '../conditions/index.ts';
import { STEPS } from '../steps/index.ts';
import { TRIGGERS } from '../triggers/index.ts';
import type { Form } from './form.ts';
import type { WorkerKind } from './unit.ts';

const formsOf = (kinds: Readonly<Record<string, { readonly form?: Form }>>): readonly Form[] =>
  Object.values(kinds).flatMap(({ form }) => form ?? []);

/** The forms that apps can hold, by the part of the automation. */
export const FORMS: Readonly<Record<WorkerKind, readonly Form[]>> = {
  triggers: formsOf(TRIGGERS),
  states: formsOf(CONDITIONS),
  actions: formsOf(STEPS),
};
