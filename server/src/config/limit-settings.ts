import type { DefaultedName } from './definitions/index.ts';
import { number, type Read } from './settings.ts';

const KILOBYTE = 1024;

/**
 * Reads the limits of failures and creations per minute. A carrier's NAT is one address for thousands of
 * phones.
 */
export function readRateLimits(read: Read) {
  const limit = (name: DefaultedName) => number(read, name, { min: 1, max: 1_000_000 });
  return {
    signInFailuresPerAddress: limit('RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS'),
    signInFailuresPerAccountAndAddress: limit('RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS'),
    signInFailuresPerAccountFromNewAddresses: limit('RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT'),
    accountsPerAddress: limit('RATE_LIMIT_ACCOUNTS_PER_ADDRESS'),
    invalidTokensPerAddress: limit('RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS'),
    uploadsPerOwner: limit('RATE_LIMIT_UPLOADS_PER_OWNER'),
    resetsPerAddress: limit('RATE_LIMIT_RESETS_PER_ADDRESS'),
    /** Counts per hour, so that no one can flood another person's mailbox. */
    resetsPerAccount: limit('RATE_LIMIT_RESETS_PER_ACCOUNT'),
  };
}

/** Reads how much of the shared resources one network or account may use. */
export function readShares(read: Read) {
  return {
    socketsPerNetwork: number(read, 'HTTP_CONNECTIONS_PER_NETWORK', { min: 8, max: 10_000 }),
    values: readValueRates(read),
    /** Beyond it the least recently used sign-in ends. A client has one for each of its processes. */
    signIns: {
      perUser: number(read, 'SIGN_INS_PER_USER', { min: 1, max: 1_000_000 }),
      perClient: number(read, 'SIGN_INS_PER_CLIENT', { min: 1, max: 1_000_000 }),
    },
    waitingRequests: number(read, 'HTTP_WAITING_REQUESTS', { min: 50, max: 100_000 }),
  };
}

/** Seconds of its rate that a client may store at once, as when all of its devices report after a start. */
const CLIENT_BURST_SECONDS = 60;

function readValueRates(read: Read) {
  const rate = (name: DefaultedName) => number(read, name, { min: 1, max: 1_000_000 }) * KILOBYTE;
  const ofClient = rate('VALUES_KB_PER_SECOND_AND_CLIENT');
  return {
    account: {
      bytesPerSecond: rate('VALUES_KB_PER_SECOND'),
      burstBytes: number(read, 'VALUES_BURST_MB', { min: 1, max: 1_000_000 }) * KILOBYTE ** 2,
    },
    client: { bytesPerSecond: ofClient, burstBytes: ofClient * CLIENT_BURST_SECONDS },
  };
}
