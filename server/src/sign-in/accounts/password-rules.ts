import { type FieldError, MAX_PASSWORD_LENGTH } from '@azulejo/contract';
import { emailKey } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findGuessable, type Guessable } from './guessability.ts';

/** Known to everybody who tries passwords here. */
const PRODUCT = 'azulejo';

type Owner = { email: string; name: string };

/** Why a password is refused: too short or too long, too close to its owner, or easy to guess. */
export type PasswordFault =
  | { readonly kind: 'short' | 'long'; readonly length: number }
  | { readonly kind: 'email' | 'email-name' | 'name' | Guessable };

/**
 * Checks length and whether the password is easy to guess, without rules of composition (NIST SP 800-63B
 * 5.1.1.2). Characters are code points of any script. Throws `weak_password` with the reason.
 */
export async function checkPassword(password: string, minimum: number, owner: Owner): Promise<void> {
  const fields = await findWeakness(password, minimum, owner);
  if (fields.length > 0) throw new ApiError('weak_password', { fields });
}

/**
 * Checks all that was entered for a new account, so that people need not correct one field after the other. Returns
 * the key of the e-mail address. Throws `weak_password` if only the password is wrong, else `invalid_request`.
 */
export async function checkNewAccount(
  { password, ...owner }: Owner & { password: string },
  minimum: number,
): Promise<string> {
  const key = emailKey(owner.email);
  const fields = [
    ...(key === undefined ? [{ field: 'email', reason: 'is not an e-mail address' }] : []),
    ...(owner.name.trim() === '' ? [{ field: 'name', reason: 'must not be empty' }] : []),
  ];
  if (key !== undefined && fields.length === 0) {
    await checkPassword(password, minimum, owner);
    return key;
  }
  fields.push(...(await findWeakness(password, minimum, owner)));
  throw new ApiError('invalid_request', { fields });
}

async function findWeakness(password: string, minimum: number, owner: Owner): Promise<FieldError[]> {
  const fault = await findPasswordFault(password, minimum, owner);
  return fault ? [{ field: 'password', reason: reasonOf(fault) }] : [];
}

/** Returns why `checkPassword` throws, for a page that says so in the person's language. */
export async function findPasswordFault(
  given: string,
  minimum: number,
  owner: Owner,
): Promise<PasswordFault | undefined> {
  const password = given.normalize('NFC');
  const { length } = [...password];
  if (length < minimum) return { kind: 'short', length: minimum };
  if (length > MAX_PASSWORD_LENGTH) return { kind: 'long', length: MAX_PASSWORD_LENGTH };
  const folded = fold(password);
  if (folded === fold(owner.email)) return { kind: 'email' };
  const emailName = fold(owner.email.slice(0, owner.email.lastIndexOf('@')));
  const name = fold(owner.name);
  if (folded === emailName) return { kind: 'email-name' };
  if (folded === name) return { kind: 'name' };
  const kind = await findGuessable(folded, [PRODUCT, emailName, name, ...name.split(/\s+/)]);
  return kind && { kind };
}

function reasonOf(fault: PasswordFault): string {
  switch (fault.kind) {
    case 'short':
      return `must have at least ${fault.length} characters`;
    case 'long':
      return `must have at most ${fault.length} characters`;
    case 'email':
      return 'must not be the e-mail';
    case 'email-name':
      return 'must not be the part of the e-mail before the @';
    case 'name':
      return 'must not be the name';
    case 'common':
      return 'is one of the most common passwords';
    case 'own':
      return 'is little more than your name, your e-mail or the name of this platform';
    case 'repeated':
      return 'repeats the same characters or words';
    case 'pattern':
      return 'is mostly a row of keys or characters, or a date';
    case 'similar':
      return 'is too similar to a common password';
    case 'guessable':
      return 'is too easy to guess; another word or two make it safe';
  }
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
