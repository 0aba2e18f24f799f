import { type Static, Type } from 'typebox';
import { AutomationDays, TimeOfDay, triggerOf } from '../parts.ts';

export const AutomationTimeTrigger = Type.Object(
  {
    ...triggerOf('time'),
    time: Type.Object(
      { at: TimeOfDay('Time of day in the home’s time zone.'), days: Type.Optional(AutomationDays) },
      { description: 'A time of day.' },
    ),
  },
  { title: 'AutomationTimeTrigger', description: 'A time of day.' },
);
export type AutomationTimeTrigger = Static<typeof AutomationTimeTrigger>;
