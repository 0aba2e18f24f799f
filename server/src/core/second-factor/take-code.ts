import type { AuditAction } from '@azulejo/contract';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { addressKey } from '../../platform/network.ts';
import type { LimitName } from '../../platform/problem.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { Audit, By } from '../audit/index.ts';
import { stepOf } from './authenticator.ts';
import { isRecoveryCode, recoveryCodeHash } from './recovery-codes.ts';

/**
 * Three of a million codes are valid at a time: this many guesses per hour find one in four years. From addresses
 * from which the account never signed in, it is the limit of all together; each other address has its own, so that
 * strangers who know the password cannot keep the owner out.
 */
const WRONG_CODES_AN_HOUR = 10;

/** How an account proved its second factor. */
export type Proof = 'authenticator' | 'recovery-code';

/** The authenticators and recovery codes of one kind of account. */
export type CodeStore = {
  /** Returns the secret in base32. It is read before the transaction, because it may have to be unsealed. */
  secretOf(ownerId: string): Promise<string | undefined>;
  /** Stores the time step of a code. Returns false unless it is later than that of the last code. */
  useStep(tx: Transaction, ownerId: string, step: number): Promise<boolean>;
  /** Marks a recovery code as used. Returns false when there is no such unused code. */
  useRecoveryCode(tx: Transaction, ownerId: string, codeHash: string): Promise<boolean>;
};

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  store: CodeStore;
  /** Resolves to whether the owner has signed in from the address before, with the second factor. */
  isKnown(ownerId: string, address: string): Promise<boolean>;
  limit: LimitName;
  /** The audited action of a refused code. */
  refusal: AuditAction;
};

export type TakeCode = ReturnType<typeof createTakeCode>;

/** Returns a function that accepts each code of an account once, and limits wrong ones. */
export function createTakeCode(dependencies: Dependencies) {
  const { db, clock, audit, store, isKnown, limit, refusal } = dependencies;
  const guesses = createRateLimit(limit, WRONG_CODES_AN_HOUR, { windowSeconds: 3600, clock });

  /** Returns the key under which a guess counts. */
  async function guesserOf(ownerId: string, code: string, { address }: By): Promise<string> {
    if (address === undefined) return ownerId;
    // Recovery codes are too long to be guessed, from however many addresses.
    const hasOwn = isRecoveryCode(code) || (await isKnown(ownerId, address));
    return hasOwn ? `${ownerId}|${addressKey(address)}` : ownerId;
  }

  /** Returns a function that uses the code up; undefined when it is not a valid code. */
  async function prepare(
    ownerId: string,
    code: string,
  ): Promise<((tx: Transaction) => Promise<Proof | undefined>) | undefined> {
    if (isRecoveryCode(code)) {
      const hash = recoveryCodeHash(code);
      return async (tx) => ((await store.useRecoveryCode(tx, ownerId, hash)) ? 'recovery-code' : undefined);
    }
    const secret = await store.secretOf(ownerId);
    const step = secret === undefined ? undefined : stepOf(code, secret, clock.now());
    if (step === undefined) return undefined;
    return async (tx) => ((await store.useStep(tx, ownerId, step)) ? 'authenticator' : undefined);
  }

  /**
   * Accepts a code and runs `then` in the same transaction. Returns undefined when the code is wrong. Throws
   * `too_many_requests`.
   */
  return async function take<Result>(
    ownerId: string,
    code: string,
    by: By,
    then: (tx: Transaction, proof: Proof) => Promise<Result>,
  ): Promise<Result | undefined> {
    const guesser = await guesserOf(ownerId, code, by);
    // Guesses are counted before the check, so that concurrent guesses count, too.
    guesses.take(guesser);
    const use = await prepare(ownerId, code);
    const result =
      use &&
      (await db.write(async (tx) => {
        const proof = await use(tx);
        return proof && { value: await then(tx, proof) };
      }));
    if (result) guesses.giveBack(guesser);
    else audit.refused({ action: refusal, ...by, actorId: ownerId, targetId: ownerId });
    return result?.value;
  };
}
