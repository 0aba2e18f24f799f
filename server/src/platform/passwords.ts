import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createGate } from './gate.ts';
import { addressKey } from './rate-limits.ts';

/** `Algorithm.Argon2id`: the library's enum exists in types only. */
const ARGON2ID = 2;
/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashing holds thread-pool threads; more at once would only starve files and DNS. */
const AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));
/** A queue of 500 is answered within about five seconds on two cores; beyond it, 503 is the kinder answer. */
const MAX_WAITING = 500;
/** One address may not fill the queue for all others. */
const MAX_WAITING_PER_ADDRESS = 100;

export type Passwords = {
  hash(password: string, address: string): Promise<string>;
  /**
   * Costs the same whether there is a hash to compare with or not. `permit` is asked when its turn has come, and
   * throws to refuse: what failed while this one waited counts already.
   */
  verify(
    password: string,
    stored: string | undefined,
    address: string,
    permit: () => Promise<void>,
  ): Promise<boolean>;
  /** Hash operations so far; equal work for equal answers is tested by it. */
  operations(): number;
};

/** Password hashing behind a semaphore and a queue bounded in all and per address. */
export function createPasswords(): Passwords {
  const enter = createGate({
    atOnce: AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_WAITING_PER_ADDRESS,
  });
  const gate = <T>(address: string, work: () => Promise<T>) => enter(addressKey(address), work);
  let operations = 0;
  // Stands in for the hash of a user who does not exist. Nobody knows its password: it is thrown away here.
  const dummy = hash(crypto.randomUUID(), OPTIONS);
  return {
    hash: (password, address) =>
      gate(address, () => {
        operations += 1;
        return hash(password.normalize('NFC'), OPTIONS);
      }),
    verify: (password, stored, address, permit) =>
      gate(address, async () => {
        await permit();
        operations += 1;
        const matches = await verify(stored ?? (await dummy), password.normalize('NFC'), OPTIONS);
        return stored !== undefined && matches;
      }),
    operations: () => operations,
  };
}
