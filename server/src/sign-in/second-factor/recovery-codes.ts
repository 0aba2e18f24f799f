import { Secret } from 'otpauth';
import { hashSecret } from '../../platform/random-token.ts';

const COUNT = 10;
/** Bytes of a code, 16 letters in base32. With 80 bits of entropy a fast hash is enough. */
const BYTES = 10;
const LENGTH = 16;

const bare = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

/** Returns whether the code is a recovery code: codes of an authenticator are shorter. */
export const isRecoveryCode = (code: string): boolean => bare(code).length === LENGTH;

export const recoveryCodeHash = (code: string): string => hashSecret(bare(code));

/** Creates codes in lower case and in groups of four, which are easier to read and to write down. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () =>
    new Secret({ size: BYTES }).base32.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
