/*
 * Masks secrets in everything that people may read later: the message log, the audit log and the request log.
 * It finds secrets by the name of their property or member, and tokens by their form, wherever they were put
 * by mistake.
 */

/** Replaces secrets in what is shown. */
export const hidden = '•••';

/** Matches names of properties and members whose values are secret. */
const NAMES =
  /(^|[-_. ])(pass|passwd|passcode|pin|otp|pwd)([-_. ]|$)|password|passphrase|secret|token|credential|authorization|api[-_]?key|private[-_]?key|(pin|access|unlock|claim)[-_]?code/i;

/** Matches our tokens, which have a prefix, and other tokens with a recognizable form. */
const TOKENS = /\baz[a-z]_[0-9A-Za-z_]{6,}|\beyJ[\w-]{8,}(\.[\w-]*){1,2}|\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/g;

/** Matches a member in text that is not complete JSON. */
const MEMBERS = /(["']?)([\w-]{2,40})\1(\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|[^\s,;}&{["]+)/g;

export const isSecretName = (name: string): boolean => NAMES.test(name);

/** Returns the text with everything that looks like a secret masked. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(TOKENS, hidden)
    .replace(MEMBERS, (whole, quote: string, name: string, between: string) =>
      isSecretName(name) ? `${quote}${name}${quote}${between}"${hidden}"` : whole,
    );

/** Masks secret members. For use as the replacer of `JSON.stringify`. */
export const withoutSecretMembers = (name: string, value: unknown): unknown =>
  name !== '' && isSecretName(name) && value !== null ? hidden : value;
