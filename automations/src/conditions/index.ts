import type { AutomationConditionKind } from '@azulejo/contract';
import { all } from './all.ts';
import { any } from './any.ts';
import type { ConditionKind } from './condition-kind.ts';
import { device } from './device.ts';
import { not } from './not.ts';
import { person } from './person.ts';
import { property } from './property.ts';
import { sun } from './sun.ts';
import { time } from './time.ts';

/** The kinds of conditions, each in the file of its name, in the order in which the editor offers them. */
export const CONDITIONS: Readonly<Record<AutomationConditionKind, ConditionKind>> = {
  property,
  sun,
  time,
  person,
  device,
  all,
  any,
  not,
};

/** Returns the kind of a condition, which may be unfinished; undefined for one without a known kind. */
export const conditionKindOf = ({ kind }: { readonly kind?: unknown }): ConditionKind | undefined =>
  typeof kind === 'string' && Object.hasOwn(CONDITIONS, kind)
    ? CONDITIONS[kind as AutomationConditionKind]
    : undefined;
