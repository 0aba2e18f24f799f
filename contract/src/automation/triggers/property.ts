import { type Static, Type } from 'typebox';
import { AutomationDuration, properties, property, triggerOf, unit, value } from '../parts.ts';

export const AutomationPropertyTrigger = Type.Object(
  {
    ...triggerOf('property'),
    property,
    properties,
    is: Type.Enum(['becomes', 'stops-being', 'rises-above', 'falls-below', 'changes', 'reports'], {
      type: 'string',
      description:
        '`becomes`, `stops-being`: the property gets, or loses, the value. `rises-above`, `falls-below`: a number passes the value. `changes`: it gets another value. `reports`: it is reported, even with the same value.',
    }),
    value: value('The value to compare with; absent for `changes` and `reports`.'),
    unit,
    leeway: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'How far a number must go back past `value` before the trigger can fire again, in the same unit. Only for `rises-above` and `falls-below`.',
      }),
    ),
    for: Type.Optional(
      AutomationDuration('Fires only after it has been so for this long, without interruption.'),
    ),
    retrigger: Type.Optional(
      Type.Literal(true, {
        description:
          'Fires again with each report while it is so, as of a motion sensor that reports `true` every minute. With `mode: restart`, the waits begin anew. Not with `for`, `changes` and `reports`.',
      }),
    ),
  },
  {
    title: 'AutomationPropertyTrigger',
    description: 'A property, or one of a group. Exactly one of the two.',
  },
);
export type AutomationPropertyTrigger = Static<typeof AutomationPropertyTrigger>;
