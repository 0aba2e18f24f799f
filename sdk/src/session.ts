import type { TokenRecord } from './api/types.generated.ts';
import { AzulejoError, isSignInOver, notSignedIn } from './errors.ts';
import { createRecordCache, type RecordCache, type TimedRecord, withTimes } from './record-cache.ts';
import type { TokenStore } from './token-store.ts';

/** The session of one client: its token record and the renewal of it. */
export type Session = {
  /** Returns the current record, or undefined when signed out. */
  current(): Promise<TokenRecord | undefined>;
  /** Stores a record just received from the platform. */
  start(record: TokenRecord): Promise<void>;
  /** Stores a record received some time ago. */
  resume(record: TokenRecord): Promise<void>;
  /** Signs out locally. */
  end(): Promise<void>;
  /** Returns the record for the next call, renewed if it expires soon. */
  fresh(): Promise<TokenRecord>;
  /** Returns a newer record than the refused one. Parallel callers share one renewal. */
  renew(refused: TokenRecord): Promise<TokenRecord>;
};

export type SessionOptions = {
  readonly storage: TokenStore;
  readonly exchange: (record: TokenRecord) => Promise<TokenRecord>;
  /** Returns epoch milliseconds. */
  readonly now: () => number;
};

export function createSession({ storage, exchange, now }: SessionOptions): Session {
  const cache = createRecordCache(storage);
  // Expiry is counted by the local clock from the receipt, since it may differ much from the platform's.
  const received = (record: TokenRecord) => withTimes(record, now() + record.expires_in * 1000);
  // An invalid `expires` gives NaN: then the token is renewed only when it is refused.
  const isDue = ({ renewAt }: TimedRecord) => now() >= renewAt;
  const renew = createRenewal(cache, isDue, async (record) => received(await exchange(record)));
  return {
    current: async () => (await cache.read())?.record,
    start: (record) => cache.write(received(record)),
    resume: (record) => cache.write(withTimes(record)),
    end: () => cache.write(undefined),
    renew,
    fresh: async () => {
      const current = (await cache.read()) ?? fail(notSignedIn());
      const { record, expiresAt } = current;
      if (!isDue(current)) return record;
      try {
        return await renew(record);
      } catch (error) {
        const isStillGood = now() < expiresAt && cache.peek()?.record === record;
        if (isStillGood) return record;
        throw error;
      }
    },
  };
}

/**
 * Returns the function that refreshes the tokens:
 * 1. A record that is newer than the refused one is returned immediately.
 * 2. Parallel callers share one refresh (single flight).
 * 3. Adopt the stored record: another tab may have refreshed it already.
 * 4. Exchange the refresh token. If the platform ended the sign-in, the record is deleted.
 * 5. Store the new record, unless a sign-in or sign-out came first.
 */
function createRenewal(
  cache: RecordCache,
  isDue: (current: TimedRecord) => boolean,
  exchange: (record: TokenRecord) => Promise<TimedRecord>,
): Session['renew'] {
  let renewing: Promise<TokenRecord> | undefined;

  const renewed = async (known: TimedRecord): Promise<TokenRecord> => {
    // A refresh token that another tab has already used would end the sign-in of both (RFC 9700 4.14.2).
    const previous = (await cache.adopt()) ?? fail(notSignedIn());
    if (previous !== known && !isDue(previous)) return previous.record;
    const next = await exchange(previous.record).catch(async (cause: unknown) => {
      if (!isSignInOver(cause)) throw cause;
      if (cache.peek() === previous) await cache.write(undefined);
      throw sessionEnded(cause);
    });
    // A sign-in or sign-out in the meantime takes precedence, and these tokens are dropped.
    if (cache.peek() !== previous) return cache.peek()?.record ?? fail(notSignedIn());
    await cache.write(next);
    return next.record;
  };

  return async (refused) => {
    const current = (await cache.read()) ?? fail(notSignedIn());
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
  return new AzulejoError('SessionEnded', 'The sign-in has ended: sign in again.', details);
}

const fail = (error: AzulejoError): never => {
  throw error;
};
