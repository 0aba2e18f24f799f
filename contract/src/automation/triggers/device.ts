import { type Static, Type } from 'typebox';
import { AutomationDuration, automationRef, triggerOf } from '../parts.ts';

export const AutomationDeviceTrigger = Type.Object(
  {
    ...triggerOf('device'),
    device: Type.Enum(['unreachable', 'reachable', 'silent'], {
      type: 'string',
      description:
        '`unreachable`, `reachable`: the connection to the device. `silent`: it reported nothing for the time in `for`.',
    }),
    channel: automationRef('Channel id.'),
    for: Type.Optional(AutomationDuration('How long; required for `silent`.')),
  },
  { title: 'AutomationDeviceTrigger', description: 'A device that cannot be reached, or reports nothing.' },
);
export type AutomationDeviceTrigger = Static<typeof AutomationDeviceTrigger>;
