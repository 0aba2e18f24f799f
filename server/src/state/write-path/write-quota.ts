import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';

/** Bytes that one account may store: per second in the long run, and at once after a pause. */
export type WriteQuotaSettings = { bytesPerSecond: number; burstBytes: number };

/** What a value takes in addition to its text: the command, points of the history and events of the users. */
const OVERHEAD_BYTES = 600;
/** The text is stored in the last value, in the history, and in the command or the events. */
const COPIES = 3;

/** Limits how much accounts store, by a token bucket (generic cell rate algorithm, ATM Forum TM 4.0). */
export function createWriteQuota(clock: Clock, { bytesPerSecond, burstBytes }: WriteQuotaSettings) {
  const msPerByte = 1000 / bytesPerSecond;
  const burstMs = burstBytes * msPerByte;
  /** When the bucket of each account is full again, the least recently used first. */
  const fullAt = new Map<string, number>();

  return {
    /** Charges a value of the account, or throws `too_many_writes` with the seconds to wait. */
    take(account: string, text: string): void {
      const now = clock.monotonic();
      const bytes = OVERHEAD_BYTES + COPIES * Buffer.byteLength(text);
      const next = Math.max(now, fullAt.get(account) ?? 0) + bytes * msPerByte;
      // A value larger than the whole bucket is accepted when the bucket is full.
      if (next - now > Math.max(burstMs, bytes * msPerByte)) {
        const seconds = Math.max(1, Math.ceil((next - now - burstMs) / 1000));
        throw new Problem('too_many_writes', {
          detail: 'This account stores values faster than its quota allows. Please wait and try again.',
          headers: { 'Retry-After': String(seconds) },
        });
      }
      fullAt.delete(account);
      fullAt.set(account, next);
    },

    /** Removes the accounts whose bucket is full. */
    forget(): void {
      const now = clock.monotonic();
      for (const [account, at] of fullAt) {
        if (at > now) return;
        fullAt.delete(account);
      }
    },
  };
}
