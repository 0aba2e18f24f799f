import { Secret } from 'otpauth';
import { hashSecret } from '../../platform/random-token.ts';

const COUNT = 10;
/** 16 letters of base32: a code has 80 bits, so that its hash can be a fast one. */
const BYTES = 10;
const LENGTH = 16;

const bare = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

/** A code of an authenticator is shorter. */
export const isRecoveryCode = (code: string): boolean => bare(code).length === LENGTH;

export const recoveryCodeHash = (code: string): string => hashSecret(bare(code));

/** In groups of four, small: easier to read and to write down. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () =>
    new Secret({ size: BYTES }).base32.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
