import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';

/** Bytes that may be stored: per second in the long run, and at once after a pause. */
type Rate = { bytesPerSecond: number; burstBytes: number };

/**
 * The write quota of one account. An account is a user or, because clients act for many people, one channel of
 * a client. A client may store `client` in all of its channels together.
 */
export type WriteQuotaSettings = { account: Rate; client: Rate };

/** The size of a value in addition to its text: the command and points of the history. */
const OVERHEAD_BYTES = 400;
/** The text is stored in the last value, and in the history or the command. */
const COPIES = 2;
/** The size of an event in addition to its text, which is stored for each user of the channel. */
const EVENT_BYTES = 200;

/** Returns how many bytes a value with this text takes on a channel with so many users. */
export function storedBytes(text: string, users: number): number {
  const bytes = Buffer.byteLength(text);
  return OVERHEAD_BYTES + COPIES * bytes + Math.max(1, users) * (EVENT_BYTES + bytes);
}

/** Limits how much accounts and clients store. */
export function createWriteQuota(clock: Clock, settings: WriteQuotaSettings) {
  const accounts = createBuckets(clock, settings.account);
  const clients = createBuckets(clock, settings.client);

  return {
    /**
     * Charges stored bytes to the account, and to the client that stores them. Throws `too_many_writes` with the
     * seconds to wait, and charges nothing then.
     */
    take(account: string, client: string | undefined, bytes: number): void {
      const ofAccount = accounts.fill(account, bytes);
      const ofClient = client === undefined ? undefined : clients.fill(client, bytes);
      const waitMs = Math.max(ofAccount.waitMs, ofClient?.waitMs ?? 0);
      if (waitMs > 0)
        throw new ApiError('too_many_writes', {
          detail: `This ${ofAccount.waitMs > 0 ? 'account' : 'client'} stores values faster than its quota allows. Please wait and try again.`,
          headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
        });
      ofAccount.commit();
      ofClient?.commit();
    },

    /** Removes the accounts and clients whose bucket is full. */
    forget(): void {
      accounts.forget();
      clients.forget();
    },
  };
}

/** Creates token buckets by key (generic cell rate algorithm, ATM Forum TM 4.0). */
function createBuckets(clock: Clock, { bytesPerSecond, burstBytes }: Rate) {
  const msPerByte = 1000 / bytesPerSecond;
  const burstMs = burstBytes * msPerByte;
  /** When the bucket of each key is full again, the least recently used first. */
  const fullAt = new Map<string, number>();

  return {
    /** Returns how long to wait until the bucket has this many bytes, and a function that takes them. */
    fill(key: string, bytes: number): { waitMs: number; commit: () => void } {
      const now = clock.monotonic();
      const next = Math.max(now, fullAt.get(key) ?? 0) + bytes * msPerByte;
      // A value larger than the whole bucket is accepted when the bucket is full.
      const waitMs = Math.max(0, next - now - Math.max(burstMs, bytes * msPerByte));
      return {
        waitMs,
        commit: () => {
          fullAt.delete(key);
          fullAt.set(key, next);
        },
      };
    },

    forget(): void {
      const now = clock.monotonic();
      for (const [key, at] of fullAt) {
        if (at > now) return;
        fullAt.delete(key);
      }
    },
  };
}
