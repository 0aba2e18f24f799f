import { AzulejoError } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';

/** Returns an error message for people. */
export function errorText(error: unknown): string {
  if (isMissingFile(error))
    return navigator.onLine
      ? t`This page could not be loaded. Please try again.`
      : t`This page is not on this device yet. It opens when you are online again.`;
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

/** What browsers say of a script that they cannot load, and Vite of a style sheet. */
const MISSING_FILE = /dynamically imported module|importing a module script|unable to preload css/i;

const isMissingFile = (error: unknown): boolean => error instanceof Error && MISSING_FILE.test(error.message);

/**
 * Returns the reasons of an error by field, for a form to show them at each field; empty when no field is at
 * fault.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof AzulejoError)) return {};
  return Object.fromEntries(error.fields.map(({ field, reason }) => [field, sentence(reason)]));
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
