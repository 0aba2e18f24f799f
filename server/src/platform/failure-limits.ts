import { addressKey, createRateLimit } from './rate-limits.ts';

/** Failures a minute. */
export type FailureLimits = {
  signInFailuresPerAddress: number;
  signInFailuresPerAccountAndAddress: number;
  signInFailuresPerAccountFromNewAddresses: number;
};

/** Who tries. `account` need not exist: it is counted all the same. */
export type Attempt = { account: string; address: string; isKnownAddress: boolean };

/** What counts for an attempt: `require` throws 429 when too many failed lately, `failed` counts one more. */
export type Allowance = { require(): Promise<void>; failed(): Promise<void> };

/**
 * Only failures count. An address from which the account did sign in before has an allowance of its own, so that
 * strangers who guess from elsewhere cannot lock the owner out.
 */
export function createFailureLimits(
  prefix: string,
  settings: FailureLimits,
): (attempt: Attempt) => Allowance {
  const byAddress = createRateLimit(`${prefix}address`, settings.signInFailuresPerAddress);
  const byPair = createRateLimit(`${prefix}account-address`, settings.signInFailuresPerAccountAndAddress);
  const byAccount = createRateLimit(`${prefix}account`, settings.signInFailuresPerAccountFromNewAddresses);
  return ({ account, address, isKnownAddress }) => {
    const key = addressKey(address);
    const pair = { limit: byPair, key: `${account}|${key}` };
    const allowances = isKnownAddress
      ? [pair]
      : [pair, { limit: byAddress, key }, { limit: byAccount, key: account }];
    return {
      async require() {
        for (const { limit, key } of allowances) await limit.require(key);
      },
      async failed() {
        for (const { limit, key } of allowances) await limit.count(key);
      },
    };
  };
}
