import type { AutomationMissReason, AutomationRun } from '@azulejo/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Each reason in a few words, for filters. Its sentence comes from the platform. */
export const reasonNames: Readonly<Record<AutomationMissReason, MessageDescriptor>> = {
  'condition-false': msg`Held back`,
  'condition-unknown': msg`Not known`,
  'did-not-last': msg`Did not last`,
  'still-running': msg`Already running`,
  suppressed: msg`Just ran`,
  missed: msg`Missed`,
  'no-sun': msg`No sunrise or sunset`,
  disabled: msg`Switched off`,
  loop: msg({ message: 'Stopped', context: 'automation' }),
  'not-true-before': msg`Already true`,
};

/** Returns how a run ended: as it should, partly, not, or not yet. */
export function toneOf(outcome: AutomationRun['outcome']): 'good' | 'warning' | 'bad' | 'quiet' {
  switch (outcome) {
    case 'done':
      return 'good';
    case 'partly':
    case 'stopped':
      return 'warning';
    case 'failed':
    case 'braked':
      return 'bad';
    case 'running':
    case 'replaced':
    case 'cancelled':
      return 'quiet';
  }
}
