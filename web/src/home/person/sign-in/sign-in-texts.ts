import { errorCodes } from '@azulejo/model';
import { AzulejoError } from '@azulejo/sdk';
import { plural, t } from '@lingui/core/macro';
import { errorText } from '../../../design/error-text.ts';
import { passkeyErrorText } from '../../../design/passkeys.ts';
import type { Reason } from './where.ts';

/** Returns why signing in, or a step before it, failed. */
export function signInError(error: unknown): string {
  if (!(error instanceof AzulejoError)) return passkeyErrorText(error);
  if (error.code === errorCodes.badCredentials) return t`Wrong e-mail or password.`;
  if (error.code === errorCodes.passkeyRefused)
    return t`This passkey was not accepted. It may have been removed from your account.`;
  if (error.code === errorCodes.wrongCode) return t`This code is not valid, or was used before.`;
  if (error.status === 429) return tooManyText(error.retryAfter);
  return errorText(error);
}

export const isTaken = (error: unknown): boolean =>
  error instanceof AzulejoError && error.code === errorCodes.userExists;

export const needsCode = (error: unknown): boolean =>
  error instanceof AzulejoError && error.code === errorCodes.secondFactorRequired;

export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof AzulejoError && error.code === errorCodes.emailUnconfirmed;

function tooManyText(seconds: number | undefined): string {
  if (seconds === undefined) return t`Too many attempts. Try again in a minute.`;
  if (seconds <= 90)
    return plural(seconds, {
      one: 'Too many attempts. Try again in # second.',
      other: 'Too many attempts. Try again in # seconds.',
    });
  return plural(Math.ceil(seconds / 60), {
    one: 'Too many attempts. Try again in # minute.',
    other: 'Too many attempts. Try again in # minutes.',
  });
}

/** Returns why the person has to sign in again. */
export function reasonText(reason: Reason): string {
  switch (reason) {
    case 'ended':
      return t`You were signed out because the password was changed or the session was ended elsewhere. Sign in to continue where you left off.`;
    case 'left':
      return t`You signed out in another tab. Sign in to continue where you left off.`;
    case 'signed-out':
      return t`You are signed out. Nothing about your home is left on this device.`;
    case 'unreached':
      return t`You are signed out here, but the platform could not be reached. Change your password if this device is not yours.`;
  }
}
