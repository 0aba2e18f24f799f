import type { AuditAction } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { LimitName } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { addressKey, networkOf, wideNetworkOf } from '../../platform/network.ts';
import { createRateLimit, type RateLimit, requireNoWait } from '../../platform/rate-limits.ts';
import type { SharedWindows } from '../../platform/shared-windows.ts';
import { stepOf } from './authenticator.ts';
import { isRecoveryCode, recoveryCodeHash } from './recovery-codes.ts';

/**
 * Wrong codes that are accepted for an account (decision 130): an hour from an address from which it signed in
 * before, and a day from other addresses. Three of a million codes are valid at a time, so 240 guesses a day find one
 * in four years. Strangers who know the password use up what all other addresses have only from 24 wide networks.
 */
const MAX_WRONG = { fromKnownAddress: 10, fromNetwork: 5, fromWideNetwork: 10, fromStrangers: 240 };
const [HOUR, DAY] = [{ windowSeconds: 3600 }, { windowSeconds: 86_400 }];

/** How an account proved its second factor. */
export type Proof = 'authenticator' | 'recovery-code';

/** The authenticators and recovery codes of accounts. */
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
  strictWindows: SharedWindows;
  /** The audited action of a refused code. */
  refusal: AuditAction;
};

type Guess = { take(): Promise<void>; giveBack(): void };

type GuessDependencies = Pick<Dependencies, 'limit' | 'clock' | 'isKnown' | 'strictWindows'>;

/** Returns a function that chooses the limits of wrong codes. */
function createGuesses({ limit: name, clock, isKnown, strictWindows: windows }: GuessDependencies) {
  const create = (from: keyof typeof MAX_WRONG, window: typeof DAY) =>
    createRateLimit(name, MAX_WRONG[from], { ...window, clock, strict: { windows, as: `${name} ${from}` } });
  const ofKnown = create('fromKnownAddress', HOUR);
  const ofNetwork = create('fromNetwork', DAY);
  const ofWideNetwork = create('fromWideNetwork', DAY);
  const ofStrangers = create('fromStrangers', DAY);

  const guess = (counted: readonly (readonly [limit: RateLimit, key: string])[]): Guess => ({
    async take() {
      await windows.learn(counted.flatMap(([limit, key]) => limit.learning(key)));
      requireNoWait(Math.max(...counted.map(([limit, key]) => limit.waitMs(key))), name);
      for (const [limit, key] of counted) limit.count(key);
    },
    giveBack() {
      for (const [limit, key] of counted) limit.giveBack(key);
    },
  });

  const ofStranger = (key: string, address: string | undefined) =>
    guess([
      ...(address === undefined
        ? []
        : ([
            [ofNetwork, `${key}|${networkOf(address)}`],
            [ofWideNetwork, `${key}|${wideNetworkOf(address)}`],
          ] as const)),
      [ofStrangers, key],
    ]);

  return async function guessOf(ownerId: string, code: string, { address }: By): Promise<Guess> {
    if (address !== undefined && (await isKnown(ownerId, address)))
      return guess([[ofKnown, `${ownerId}|${addressKey(address)}`]]);
    // Recovery codes are counted apart, so that they still work when strangers have used up the other guesses.
    return ofStranger(isRecoveryCode(code) ? `${ownerId}|recovery` : ownerId, address);
  };
}

export type TakeCode = ReturnType<typeof createTakeCode>;

/** Returns a function that accepts each code of an account once, and limits wrong ones. */
export function createTakeCode(dependencies: Dependencies) {
  const { db, clock, audit, store, refusal } = dependencies;
  const guessOf = createGuesses(dependencies);

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

  async function attempt<Result>(
    ownerId: string,
    code: string,
    then: (tx: Transaction, proof: Proof) => Promise<Result>,
  ): Promise<{ value: Result } | undefined> {
    const use = await prepare(ownerId, code);
    return (
      use &&
      db.write(async (tx) => {
        const proof = await use(tx);
        return proof && { value: await then(tx, proof) };
      })
    );
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
    const guess = await guessOf(ownerId, code, by);
    // Guesses are counted before the check, so that concurrent guesses count, too.
    await guess.take();
    const result = await attempt(ownerId, code, then).catch((error: unknown) => {
      // A code that is wrong is never stored, so this was no wrong guess.
      guess.giveBack();
      throw error;
    });
    if (result) guess.giveBack();
    else audit.refused({ action: refusal, ...by, actorId: ownerId, targetId: ownerId });
    return result?.value;
  };
}
