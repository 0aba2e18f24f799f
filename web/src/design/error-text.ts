import { AzulejoError } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';

/** Returns an error message for people. */
export function errorText(error: unknown): string {
  if (!(error instanceof AzulejoError)) return t`Something went wrong. Please reload the page.`;
  switch (error.name) {
    case 'Unreachable':
      return t`The platform cannot be reached. Is this device online?`;
    case 'TimedOut':
      return t`The platform did not answer in time.`;
    case 'NotSignedIn':
    case 'SessionEnded':
      return t`You were signed out. Please sign in again.`;
    default:
      return error.text ?? t`The platform sent an unexpected answer.`;
  }
}

/**
 * Returns the reasons of an error by field, for a form to show them at each field; empty when no field is at
 * fault.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof AzulejoError)) return {};
  return Object.fromEntries(error.fields.map(({ field, reason }) => [field, sentence(reason)]));
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
