import { number } from './settings.ts';

const KILOBYTE = 1024;

type Read = (name: string) => string | undefined;

/**
 * Reads the limits of failures and creations per minute. A carrier's NAT is one address for thousands of
 * phones.
 */
export function readRateLimits(read: Read) {
  const limit = (name: string, fallback: number) =>
    number(read, `RATE_LIMIT_${name}`, fallback, { min: 1, max: 1_000_000 });
  return {
    signInFailuresPerAddress: limit('SIGN_IN_FAILURES_PER_ADDRESS', 60),
    signInFailuresPerAccountAndAddress: limit('SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS', 60),
    signInFailuresPerAccountFromNewAddresses: limit('SIGN_IN_FAILURES_PER_ACCOUNT', 60),
    accountsPerAddress: limit('ACCOUNTS_PER_ADDRESS', 60),
    invalidTokensPerAddress: limit('INVALID_TOKENS_PER_ADDRESS', 600),
    uploadsPerOwner: limit('UPLOADS_PER_OWNER', 60),
    resetsPerAddress: limit('RESETS_PER_ADDRESS', 60),
    /** Per hour, so that nobody can flood another person's mailbox. */
    resetsPerAccount: limit('RESETS_PER_ACCOUNT', 5),
  };
}

/** Reads how much of the shared resources one network or account may use. */
export function readShares(read: Read) {
  return {
    socketsPerNetwork: number(read, 'HTTP_CONNECTIONS_PER_NETWORK', 2_000, { min: 8, max: 10_000 }),
    values: {
      bytesPerSecond: number(read, 'VALUES_KB_PER_SECOND', 32, { min: 1, max: 1_000_000 }) * KILOBYTE,
      burstBytes: number(read, 'VALUES_BURST_MB', 32, { min: 1, max: 1_000_000 }) * KILOBYTE ** 2,
    },
    /** Beyond it the least recently used sign-in ends. A client has one for each of its processes. */
    signIns: {
      perUser: number(read, 'SIGN_INS_PER_USER', 200, { min: 1, max: 1_000_000 }),
      perClient: number(read, 'SIGN_INS_PER_CLIENT', 1_000, { min: 1, max: 1_000_000 }),
    },
    waitingRequests: number(read, 'HTTP_WAITING_REQUESTS', 1_000, { min: 50, max: 100_000 }),
  };
}
