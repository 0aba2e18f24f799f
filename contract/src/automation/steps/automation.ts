import { Type } from 'typebox';
import { automationRef, stepOf } from '../parts.ts';

export const AutomationControlStep = Type.Object(
  {
    ...stepOf('automation'),
    automation: automationRef('Id of an automation of the same user.'),
    as: Type.Enum(['run', 'switch-on', 'switch-off'], {
      type: 'string',
      description: 'The action. `run` checks its conditions.',
    }),
  },
  { title: 'AutomationControlStep', description: 'Runs another automation, or switches it.' },
);
