import { errorCodes } from '@azulejo/model';
import { AzulejoError } from '@azulejo/sdk';
import { errorText } from '../../design/error-text.ts';
import type { Reason } from './where.ts';

/** Returns why signing in, or a step before it, failed. */
export function signInError(error: unknown): string {
  if (!(error instanceof AzulejoError)) return errorText(error);
  if (error.code === errorCodes.badCredentials) return 'Wrong e-mail or password.';
  if (error.code === errorCodes.wrongCode) return 'This code is not valid, or was used before.';
  if (error.status === 429) return `Too many attempts. Try again ${waitText(error.retryAfter)}.`;
  return errorText(error);
}

export const isTaken = (error: unknown): boolean =>
  error instanceof AzulejoError && error.code === errorCodes.userExists;

export const needsCode = (error: unknown): boolean =>
  error instanceof AzulejoError && error.code === errorCodes.secondFactorRequired;

export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof AzulejoError && error.code === errorCodes.emailUnconfirmed;

function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return 'in a minute';
  if (seconds <= 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

export const reasonTexts: Readonly<Record<Reason, string>> = {
  ended:
    'You were signed out because the password was changed or the session was ended elsewhere. Sign in to continue where you left off.',
  left: 'You signed out in another tab. Sign in to continue where you left off.',
  'signed-out': 'You are signed out. Nothing about your home is left on this device.',
  unreached:
    'You are signed out here, but the platform could not be reached. Change your password if this device is not yours.',
};
