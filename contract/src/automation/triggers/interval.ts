import { type Static, Type } from 'typebox';
import { AutomationDuration, triggerOf } from '../parts.ts';

export const AutomationIntervalTrigger = Type.Object(
  {
    ...triggerOf('interval'),
    every: AutomationDuration('The time between two runs, counted as elapsed time.'),
  },
  {
    title: 'AutomationIntervalTrigger',
    description: 'At regular intervals, counted from when it was switched on.',
  },
);
export type AutomationIntervalTrigger = Static<typeof AutomationIntervalTrigger>;
