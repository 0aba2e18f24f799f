import { hash, randomBytes, randomUUID } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECK_LENGTH = 6;

/** The prefix of a credential identifies its kind, so that a leaked one can be found and identified. */
export type TokenPrefix =
  | 'aza'
  | 'azr'
  | 'azc'
  | 'azs'
  | 'azu'
  | 'azp'
  | 'azt'
  | 'azh'
  | 'azi'
  | 'azw'
  | 'azk'
  | 'aze';

export const newId = (): string => randomUUID();

/**
 * Returns random letters and digits. There are no other characters, because known apps put tokens into URLs
 * without encoding them. 30 characters carry 178 bits.
 */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 = 4 × 62: larger bytes would favour the first letters.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/**
 * Returns `<prefix>_<body>_<check>`. The check detects a mistyped or truncated token without a database
 * query.
 */
export function formatToken(prefix: TokenPrefix, body: string): string {
  const head = `${prefix}_${body}`;
  return `${head}_${checksum(head)}`;
}

export const newToken = (prefix: TokenPrefix): string => formatToken(prefix, randomText(30));

/** Returns the body of a well-formed token, or undefined. */
export function parseToken(prefix: TokenPrefix, token: string): string | undefined {
  if (token.length > 200 || !token.startsWith(`${prefix}_`)) return undefined;
  const head = token.slice(0, -CHECK_LENGTH - 1);
  return token === `${head}_${checksum(head)}` ? head.slice(prefix.length + 1) : undefined;
}

/**
 * Returns the hash that is stored instead of a random secret. A slow hash is not needed: it cannot be
 * guessed.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

function checksum(text: string): string {
  const digest = hash('sha256', `azulejo:${text}`, 'buffer');
  let check = '';
  for (let index = 0; index < CHECK_LENGTH; index += 1) check += ALPHABET[(digest[index] ?? 0) % 62];
  return check;
}
