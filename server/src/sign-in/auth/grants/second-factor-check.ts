import type { User } from '../../../identity/users/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { SecondFactor } from '../../second-factor/index.ts';

/** Matches a password with the code of an authenticator, or a recovery code, after a space. */
const WITH_CODE = /^(.+) (\d{6}|[a-z2-7]{4}(?:-[a-z2-7]{4}){3})$/is;

/**
 * Splits a code from the end of a password. The phone apps have no field for it, so people type it there
 * (sign-in/account-settings/README.md).
 */
export function splitCode(password: string): { password: string; otp: string } | undefined {
  const [, first, otp] = WITH_CODE.exec(password) ?? [];
  return first === undefined || otp === undefined ? undefined : { password: first, otp };
}

type Given = {
  /** Whether the code was split from the password, which then is not the password without a second factor. */
  isSplit: boolean;
  address: string;
};

/**
 * Returns a function that checks the second factor of a user whose password was right. It returns false for a
 * wrong code, and throws `second_factor_required` without one, or `too_many_requests`.
 */
export function createSecondFactorCheck(secondFactor: SecondFactor) {
  return async ({ id }: User, otp: string | undefined, { isSplit, address }: Given): Promise<boolean> => {
    if ((await secondFactor.since(id)) === undefined) return !isSplit;
    if (otp === undefined) throw new ApiError('second_factor_required');
    const taken = await secondFactor.take(id, otp, { actorId: id, address }, async () => true);
    if (taken === undefined) throw new ApiError('wrong_code');
    return true;
  };
}
