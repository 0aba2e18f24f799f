import { hash, randomBytes, randomUUID } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECK_LENGTH = 6;

/** Every credential says by its prefix what it is, so that a leaked one can be found and named. */
export type TokenPrefix = 'aza' | 'azr' | 'azc' | 'azs' | 'azu' | 'azp' | 'azt' | 'azi' | 'azw';

export const newId = (): string => randomUUID();

/** Letters and digits only: known apps put tokens into URLs unencoded. 30 characters carry 178 bits. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 = 4 × 62: the bytes above would favour the first letters.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** `<prefix>_<body>_<check>`: the check finds a mistyped or cut token without asking the database. */
export function formatToken(prefix: TokenPrefix, body: string): string {
  const head = `${prefix}_${body}`;
  return `${head}_${checksum(head)}`;
}

export const newToken = (prefix: TokenPrefix): string => formatToken(prefix, randomText(30));

/** The body of a well-formed token, or undefined. */
export function parseToken(prefix: TokenPrefix, token: string): string | undefined {
  if (token.length > 200 || !token.startsWith(`${prefix}_`)) return undefined;
  const head = token.slice(0, -CHECK_LENGTH - 1);
  return token === `${head}_${checksum(head)}` ? head.slice(prefix.length + 1) : undefined;
}

/** What is stored instead of a random secret. A slow hash would protect nothing: there is nothing to guess. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

function checksum(text: string): string {
  const digest = hash('sha256', `azulejo:${text}`, 'buffer');
  let check = '';
  for (let index = 0; index < CHECK_LENGTH; index += 1) check += ALPHABET[(digest[index] ?? 0) % 62];
  return check;
}
