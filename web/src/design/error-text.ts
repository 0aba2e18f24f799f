import { AzulejoError } from '@azulejo/sdk';

/** Returns an error message for people. */
export function errorText(error: unknown): string {
  if (!(error instanceof AzulejoError)) return 'Something went wrong. Please reload the page.';
  switch (error.name) {
    case 'Unreachable':
      return 'The platform cannot be reached. Is this device online?';
    case 'TimedOut':
      return 'The platform did not answer in time.';
    case 'NotSignedIn':
    case 'SessionEnded':
      return 'You were signed out. Please sign in again.';
    default:
      return error.text ?? 'The platform sent an unexpected answer.';
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
