import { type Static, Type } from 'typebox';
import { AutomationDuration, conditionOf, properties, property, unit, value } from '../parts.ts';

export const AutomationPropertyCondition = Type.Object(
  {
    ...conditionOf('property'),
    property,
    properties,
    is: Type.Enum(['is', 'is-not', 'above', 'below'], {
      type: 'string',
      description: '`is`, `is-not`: has the value or another one. `above`, `below`: compares numbers.',
    }),
    value: value('The value to compare with.'),
    unit,
    since: Type.Optional(AutomationDuration('It must have been so for this long.')),
  },
  { title: 'AutomationPropertyCondition', description: 'The value of a property, or of a group of them.' },
);
export type AutomationPropertyCondition = Static<typeof AutomationPropertyCondition>;
