import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../platform/random-token.ts';

/** Crockford's base 32: no letter looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits: even from a stolen database with a million codes, none can be computed from its hash. */
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

/** Returns a claim code as it is printed, such as `K7QX-M2PD-9TRA-5WHN`. */
export const newClaimCode = (): string =>
  [...randomBytes(LENGTH)]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replaceAll(GROUP, '$&-');

/** Returns the stored hash of a code, however people type it: O is read as 0, and I and L as 1. */
export const hashOfClaimCode = (typed: string): string =>
  hashSecret(typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1'));
