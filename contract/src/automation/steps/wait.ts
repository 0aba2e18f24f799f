import { Type } from 'typebox';
import { AutomationDuration, stepOf } from '../parts.ts';

export const AutomationWaitStep = Type.Object(
  { ...stepOf('wait'), wait: AutomationDuration('How long to wait.') },
  { title: 'AutomationWaitStep', description: 'Waits.' },
);
