import { Problem } from '../../platform/problem.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Maximum length: enough for any sentence, and limits the work of hashing. */
const LONGEST = 256;

type Owner = { email: string; name: string };

/** Why a password is refused: too short or too long, too close to its owner, or too common. */
export type PasswordFault =
  | { readonly kind: 'short' | 'long'; readonly length: number }
  | { readonly kind: 'email' | 'email-name' | 'name' | 'common' };

/**
 * Checks length and whether the password is easy to guess, without rules of composition (NIST SP 800-63B
 * 5.1.1.2). Characters are code points of any script. Throws `weak_password` with the reason.
 */
export async function checkPassword(password: string, minimum: number, owner: Owner): Promise<void> {
  const fault = await findPasswordFault(password, minimum, owner);
  if (fault) throw new Problem('weak_password', { fields: [{ field: 'password', reason: reasonOf(fault) }] });
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
  if (length > LONGEST) return { kind: 'long', length: LONGEST };
  const folded = fold(password);
  if (folded === fold(owner.email)) return { kind: 'email' };
  if (folded === fold(owner.email.slice(0, owner.email.lastIndexOf('@')))) return { kind: 'email-name' };
  if (folded === fold(owner.name)) return { kind: 'name' };
  return (await isCommonPassword(folded)) ? { kind: 'common' } : undefined;
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
  }
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
