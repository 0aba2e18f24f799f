import { Problem } from '../../platform/problem.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Maximum length: enough for any sentence, and limits the work of hashing. */
const LONGEST = 256;

type Owner = { email: string; name: string };

/**
 * Checks length and whether the password is easy to guess, without rules of composition (NIST SP 800-63B
 * 5.1.1.2). Characters are code points of any script. Throws `weak_password` with the reason.
 */
export async function checkPassword(password: string, minimum: number, owner: Owner): Promise<void> {
  const reason = await weakness(password.normalize('NFC'), minimum, owner);
  if (reason !== undefined) throw new Problem('weak_password', { fields: [{ field: 'password', reason }] });
}

async function weakness(password: string, minimum: number, owner: Owner): Promise<string | undefined> {
  const length = [...password].length;
  if (length < minimum) return `must have at least ${minimum} characters`;
  if (length > LONGEST) return `must have at most ${LONGEST} characters`;
  const folded = fold(password);
  if (folded === fold(owner.email)) return 'must not be the e-mail';
  if (folded === fold(owner.email.slice(0, owner.email.lastIndexOf('@'))))
    return 'must not be the name in the e-mail';
  if (folded === fold(owner.name)) return 'must not be the name';
  if (await isCommonPassword(folded)) return 'is one of the most common passwords';
  return undefined;
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
