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

/**
 * Matches our tokens, which have a prefix, and other tokens with a recognizable form. A form that has begun is
 * always a whole match, so that no text is searched twice.
 */
const TOKENS = /\baz[a-z]_[0-9A-Za-z_]{6,}|\beyJ[\w-]{8,}(\.[\w-]*){0,2}/g;

/** Matches credentials of any form in text that says how they were sent. Sentences have such words too. */
const CREDENTIALS = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/g;

/** Matches a member in text that is not complete JSON. It begins only where a word does, for the same reason. */
const MEMBERS = /(?<![\w-])([\w-]{2,})(["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|[^\s,;}&{["]+)/g;

/** Matches every text in which one of these expressions finds something. Most paths and topics have neither. */
const SUSPICIOUS = /[:=]|az[a-z]_|eyJ|Bearer|Basic/;

/** Masks tokens in a sentence that may quote what a caller sent. */
export const withoutTokens = (text: string): string => text.replace(TOKENS, hidden);

export const isSecretName = (name: string): boolean => NAMES.test(name);

/** Returns the text with everything that looks like a secret masked. Takes time in proportion to its length. */
export const withoutSecrets = (text: string): string =>
  SUSPICIOUS.test(text)
    ? withoutTokens(text.replace(CREDENTIALS, hidden)).replace(
        MEMBERS,
        (whole, name: string, between: string) =>
          isSecretName(name) ? `${name}${between}"${hidden}"` : whole,
      )
    : text;

/** Masks secret members. For use as the replacer of `JSON.stringify`. */
export const withoutSecretMembers = (name: string, value: unknown): unknown =>
  name !== '' && isSecretName(name) && value !== null ? hidden : value;
