import { type Static, Type } from 'typebox';
import { AutomationDays, conditionOf, TimeOfDay } from '../parts.ts';

export const AutomationTimeCondition = Type.Object(
  {
    ...conditionOf('time'),
    time: Type.Object(
      {
        from: Type.Optional(TimeOfDay('Start of the window, inclusive; midnight if absent.')),
        to: Type.Optional(
          TimeOfDay(
            'End of the window, exclusive; midnight if absent. Before `from`, it is on the next day.',
          ),
        ),
        days: Type.Optional(AutomationDays),
      },
      { description: 'A window of the day. `days` are those on which it begins.' },
    ),
  },
  { title: 'AutomationTimeCondition', description: 'A window of the day in the home’s time zone.' },
);
export type AutomationTimeCondition = Static<typeof AutomationTimeCondition>;
