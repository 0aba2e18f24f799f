import { type Static, Type } from 'typebox';
import { automationRef, conditionOf } from '../parts.ts';

export const AutomationDeviceCondition = Type.Object(
  {
    ...conditionOf('device'),
    device: Type.Enum(['unreachable', 'reachable'], { type: 'string', description: 'The connection to it.' }),
    channel: automationRef('Channel id.'),
  },
  { title: 'AutomationDeviceCondition', description: 'Whether a device can be reached.' },
);
export type AutomationDeviceCondition = Static<typeof AutomationDeviceCondition>;
