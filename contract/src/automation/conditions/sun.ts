import { type Static, Type } from 'typebox';
import { conditionOf } from '../parts.ts';

export const AutomationSunCondition = Type.Object(
  {
    ...conditionOf('sun'),
    sun: Type.Enum(['up', 'down'], { type: 'string', description: 'At the place of the home.' }),
  },
  { title: 'AutomationSunCondition', description: 'Whether it is light outside.' },
);
export type AutomationSunCondition = Static<typeof AutomationSunCondition>;
