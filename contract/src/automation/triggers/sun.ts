import { type Static, Type } from 'typebox';
import { AutomationDays, AutomationOffset, triggerOf } from '../parts.ts';

export const AutomationSunTrigger = Type.Object(
  {
    ...triggerOf('sun'),
    sun: Type.Object(
      {
        event: Type.Enum(['sunrise', 'sunset'], { type: 'string', description: 'At the place of the home.' }),
        offset: Type.Optional(AutomationOffset('How long after it; before it if negative.')),
        days: Type.Optional(AutomationDays),
      },
      { description: 'A time that depends on the sun.' },
    ),
  },
  { title: 'AutomationSunTrigger', description: 'A time that depends on the sun.' },
);
export type AutomationSunTrigger = Static<typeof AutomationSunTrigger>;
