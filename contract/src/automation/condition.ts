import { Type } from 'typebox';
import { AutomationAll } from './conditions/all.ts';
import { AutomationAny } from './conditions/any.ts';
import { AutomationDeviceCondition } from './conditions/device.ts';
import { AutomationNot } from './conditions/not.ts';
import { AutomationPersonCondition } from './conditions/person.ts';
import { AutomationPropertyCondition } from './conditions/property.ts';
import { AutomationSunCondition } from './conditions/sun.ts';
import { AutomationTimeCondition } from './conditions/time.ts';
import { oneOfKinds } from './one-of-kinds.ts';

/** A condition: true, false or unknown at a given time. */
export type AutomationCondition =
  | AutomationPropertyCondition
  | AutomationTimeCondition
  | AutomationSunCondition
  | AutomationPersonCondition
  | AutomationDeviceCondition
  | { kind: 'all'; id?: string; all: AutomationCondition[] }
  | { kind: 'any'; id?: string; any: AutomationCondition[] }
  | { kind: 'not'; id?: string; not: AutomationCondition };
export type AutomationConditionKind = AutomationCondition['kind'];

/** A condition of an automation: one of the kinds of `conditions/`. */
export const AutomationCondition = Type.Unsafe<AutomationCondition>(
  oneOfKinds(
    [
      AutomationPropertyCondition,
      AutomationTimeCondition,
      AutomationSunCondition,
      AutomationPersonCondition,
      AutomationDeviceCondition,
      AutomationAll,
      AutomationAny,
      AutomationNot,
    ],
    'The condition that must be true. If it is unknown, the automation does not run.',
  ),
);
