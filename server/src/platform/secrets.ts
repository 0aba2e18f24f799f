/*
 * The one mask of what people may read later: the message log, the audit log and the request log. It finds secrets by
 * the name of their property or member, and tokens by their form, wherever somebody put them by mistake.
 */

/** In place of a secret. */
export const hidden = '•••';

/** What a property or a member is called whose value nobody else may read. */
const NAMES =
  /(^|[-_. ])(pass|passwd|passcode|pin|otp|pwd)([-_. ]|$)|password|passphrase|secret|token|credential|authorization|api[-_]?key|private[-_]?key|(pin|access|unlock)[-_]?code/i;

/** Of ours, which say what they are by their beginning, and of others that do. */
const TOKENS = /\baz[a-z]_[0-9A-Za-z_]{6,}|\beyJ[\w-]{8,}(\.[\w-]*){1,2}|\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/g;

/** A member of what is not whole JSON. */
const MEMBERS = /(["']?)([\w-]{2,40})\1(\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|[^\s,;}&{["]+)/g;

export const isSecretName = (name: string): boolean => NAMES.test(name);

/** The text with what looks like a secret left out of it. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(TOKENS, hidden)
    .replace(MEMBERS, (whole, quote: string, name: string, between: string) =>
      isSecretName(name) ? `${quote}${name}${quote}${between}"${hidden}"` : whole,
    );

/** For `JSON.stringify`. */
export const withoutSecretMembers = (name: string, value: unknown): unknown =>
  name !== '' && isSecretName(name) && value !== null ? hidden : value;
