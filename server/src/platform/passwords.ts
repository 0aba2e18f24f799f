import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createLimiter } from './limiter.ts';
import { addressKey, networkOf } from './network.ts';

/** The value of `Algorithm.Argon2id`: the library's enum exists only as a type. */
const ARGON2ID = 2;
/** What a hash costs: KiB of memory, and passes over it. */
export type HashCost = { readonly memoryCost: number; readonly timeCost: number };
/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
export const RECOMMENDED_HASH_COST: HashCost = { memoryCost: 19_456, timeCost: 2 };
const PARALLELISM = 1;
/** Maximum number of parallel hashes. Each occupies a thread-pool thread; more would starve files and DNS. */
const MAX_CONCURRENT = Math.min(4, Math.max(1, availableParallelism() - 1));
/** Maximum length of the queue. Two cores work off 500 in about five seconds; beyond that, 503 is better. */
const MAX_WAITING = 500;
/** Maximum per network. Networks are served in turn, so that one that fills its share only delays itself. */
const MAX_WAITING_PER_NETWORK = 100;
/**
 * Maximum per account and host: more than the devices of an account that start at the same time. Guesses from other
 * hosts do not count, so that strangers cannot keep the owner out.
 */
const MAX_WAITING_PER_ACCOUNT = 20;

/** The caller that requests a hash; `account` need not exist. */
type Asker = { address: string; account?: string };

export type Passwords = {
  hash(password: string, asker: Asker): Promise<string>;
  /**
   * Verifies a password. Takes the same time whether there is a stored hash or not. `permit` is called when
   * its turn has come, and throws to refuse: so failures that happened while it waited already count.
   */
  verify(password: string, stored: string | undefined, asker: Asker, permit: () => void): Promise<boolean>;
  /**
   * Returns the number of hash operations so far. Tests use it to check that equal answers cost equal work.
   */
  operations(): number;
};

/**
 * Creates password hashing behind a limiter whose queue is bounded in total, per network, and per account and host. Only tests
 * that are not about hashes give another cost than the recommended one.
 */
export function createPasswords(cost: HashCost = RECOMMENDED_HASH_COST): Passwords {
  const options = { algorithm: ARGON2ID, parallelism: PARALLELISM, ...cost };
  const enter = createLimiter({
    maxConcurrent: MAX_CONCURRENT,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_WAITING_PER_NETWORK,
    maxWaitingPerAccount: MAX_WAITING_PER_ACCOUNT,
  });
  const limiter = <T>({ address, account }: Asker, work: () => Promise<T>) =>
    enter(
      {
        key: networkOf(address),
        account: account === undefined ? undefined : `${addressKey(address)}|${account}`,
      },
      work,
    );
  let operations = 0;
  // Used in place of the hash of a user who does not exist.
  const dummy = hashOfNoPassword(cost);
  return {
    hash: (password, asker) =>
      limiter(asker, () => {
        operations += 1;
        return hash(password.normalize('NFC'), options);
      }),
    verify: (password, stored, asker, permit) =>
      limiter(asker, async () => {
        permit();
        operations += 1;
        const matches = await verify(stored ?? dummy, password.normalize('NFC'), options);
        return stored !== undefined && matches;
      }),
    operations: () => operations,
  };
}

/** Returns a hash of the same cost with a random salt and digest, which costs nothing to create. */
function hashOfNoPassword({ memoryCost, timeCost }: HashCost): string {
  const [salt, digest] = [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${PARALLELISM}$${salt}$${digest}`;
}
