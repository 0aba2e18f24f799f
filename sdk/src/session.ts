import type { TokenRecord } from '@azulejo/contract';
import { AzulejoError, isSignInOver, notSignedIn } from './errors.ts';
import { createKeeper, type Held, held, type Keeper } from './held-record.ts';
import type { TokenStore } from './token-store.ts';

/** The sign-in of one client, and its renewal. */
export type Session = {
  /** The record in use, or undefined when nobody is signed in. */
  current(): Promise<TokenRecord | undefined>;
  /** Takes a record just received from the platform. */
  start(record: TokenRecord): Promise<void>;
  /** Takes a record received some time ago. */
  resume(record: TokenRecord): Promise<void>;
  /** Signs out locally. */
  end(): Promise<void>;
  /** The record to call with, renewed shortly before it expires. */
  fresh(): Promise<TokenRecord>;
  /** A record other than the refused one; one renewal serves any number of callers. */
  renew(refused: TokenRecord): Promise<TokenRecord>;
};

export type SessionOptions = {
  readonly storage: TokenStore;
  readonly exchange: (record: TokenRecord) => Promise<TokenRecord>;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

export function createSession({ storage, exchange, now }: SessionOptions): Session {
  const keeper = createKeeper(storage);
  // Counted by the local clock from the receipt, since that clock may be far from the platform's.
  const received = (record: TokenRecord) => held(record, now() + record.expires_in * 1000);
  // An `expires` that cannot be read gives NaN: then only a refusal renews.
  const isDue = ({ renewAt }: Held) => now() >= renewAt;
  const renew = createRenewal(keeper, isDue, async (record) => received(await exchange(record)));
  return {
    current: async () => (await keeper.read())?.record,
    start: (record) => keeper.write(received(record)),
    resume: (record) => keeper.write(held(record)),
    end: () => keeper.write(undefined),
    renew,
    fresh: async () => {
      const current = (await keeper.read()) ?? fail(notSignedIn());
      const { record, expiresAt } = current;
      if (!isDue(current)) return record;
      try {
        return await renew(record);
      } catch (error) {
        const isStillGood = now() < expiresAt && keeper.peek()?.record === record;
        if (isStillGood) return record;
        throw error;
      }
    },
  };
}

function createRenewal(
  keeper: Keeper,
  isDue: (current: Held) => boolean,
  exchange: (record: TokenRecord) => Promise<Held>,
): Session['renew'] {
  let renewing: Promise<TokenRecord> | undefined;

  const renewed = async (known: Held): Promise<TokenRecord> => {
    // A refresh token that another tab has already used would end the sign-in of both (RFC 9700 4.14.2).
    const previous = (await keeper.adopt()) ?? fail(notSignedIn());
    if (previous !== known && !isDue(previous)) return previous.record;
    const next = await exchange(previous.record).catch(async (cause: unknown) => {
      if (!isSignInOver(cause)) throw cause;
      if (keeper.peek() === previous) await keeper.write(undefined);
      throw sessionEnded(cause);
    });
    // Somebody signed in or out meanwhile: that stands, and these tokens are dropped.
    if (keeper.peek() !== previous) return keeper.peek()?.record ?? fail(notSignedIn());
    await keeper.write(next);
    return next.record;
  };

  return async (refused) => {
    const current = (await keeper.read()) ?? fail(notSignedIn());
    if (current.record.access_token !== refused.access_token) return current.record;
    renewing ??= renewed(current).finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
}

function sessionEnded(cause: AzulejoError): AzulejoError {
  const { status, code, text, requestId } = cause;
  const details = { status, code, text, requestId, cause };
  return new AzulejoError('SessionEnded', 'The sign-in is over: sign in again.', details);
}

const fail = (error: AzulejoError): never => {
  throw error;
};
