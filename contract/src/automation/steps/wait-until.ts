import { Type } from 'typebox';
import { AutomationCondition } from '../condition.ts';
import { AutomationDuration, onFailure, stepOf } from '../parts.ts';

export const AutomationWaitUntilStep = Type.Object(
  {
    ...stepOf('wait-until'),
    waitUntil: AutomationCondition,
    atMost: AutomationDuration('How long to wait at most.'),
    else: onFailure(
      'After `atMost`: `go-on` continues with the next step, `stop` (the default) ends the run.',
    ),
  },
  { title: 'AutomationWaitUntilStep', description: 'Waits until a condition is true.' },
);
