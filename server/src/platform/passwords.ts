import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createLimiter } from './limiter.ts';
import { networkOf } from './network.ts';

/** `Algorithm.Argon2id`: the library's enum exists in types only. */
const ARGON2ID = 2;
/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashing holds thread-pool threads; more at once would only starve files and DNS. */
const AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));
/** A queue of 500 is answered within about five seconds on two cores; beyond it, 503 is the kinder answer. */
const MAX_WAITING = 500;
/** Networks are served in turn, so that one that fills its share makes only itself wait. */
const MAX_WAITING_PER_NETWORK = 100;
/** Of one account, from whichever networks: more than its devices that start at the same time. */
const MAX_WAITING_PER_ACCOUNT = 20;

/** Who asks for a hash: `account` need not exist. */
type Asker = { address: string; account?: string | undefined };

export type Passwords = {
  hash(password: string, asker: Asker): Promise<string>;
  /**
   * Costs the same whether there is a hash to compare with or not. `permit` is asked when its turn has come, and
   * throws to refuse: what failed while this one waited counts already.
   */
  verify(password: string, stored: string | undefined, asker: Asker, permit: () => void): Promise<boolean>;
  /** Hash operations so far; equal work for equal answers is tested by it. */
  operations(): number;
};

/** Password hashing behind a semaphore whose queue is bounded in all, per network and per account. */
export function createPasswords(): Passwords {
  const enter = createLimiter({
    atOnce: AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_WAITING_PER_NETWORK,
    maxWaitingPerAccount: MAX_WAITING_PER_ACCOUNT,
  });
  const limiter = <T>({ address, account }: Asker, work: () => Promise<T>) =>
    enter({ key: networkOf(address), account }, work);
  let operations = 0;
  // Stands in for the hash of a user who does not exist. Nobody knows its password: it is thrown away here.
  const dummy = hash(crypto.randomUUID(), OPTIONS);
  return {
    hash: (password, asker) =>
      limiter(asker, () => {
        operations += 1;
        return hash(password.normalize('NFC'), OPTIONS);
      }),
    verify: (password, stored, asker, permit) =>
      limiter(asker, async () => {
        permit();
        operations += 1;
        const matches = await verify(stored ?? (await dummy), password.normalize('NFC'), OPTIONS);
        return stored !== undefined && matches;
      }),
    operations: () => operations,
  };
}
