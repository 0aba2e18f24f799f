import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';

const MINUTE_MS = 60_000;

/** Limits the accepted writes of a property in any minute (spec 8, `rateLimit`). */
export function createWriteLimits(clock: Clock) {
  /** When the last writes were accepted, the oldest first. */
  const accepted = new Map<string, number[]>();

  return {
    /** Counts one write of the property, or throws `too_many_writes` with the seconds to wait. */
    take(key: string, limit: number): void {
      if (limit <= 0) return;
      const now = clock.monotonic();
      const recent = (accepted.get(key) ?? []).filter((at) => at > now - MINUTE_MS);
      const oldest = recent[0];
      if (oldest !== undefined && recent.length >= limit) {
        const seconds = Math.max(1, Math.ceil((oldest + MINUTE_MS - now) / 1000));
        throw new ApiError('too_many_writes', { headers: { 'Retry-After': String(seconds) } });
      }
      recent.push(now);
      // Reinserted, so that the map's order is that of the last writes.
      accepted.delete(key);
      accepted.set(key, recent);
    },

    /** Removes entries older than a minute. */
    forget(): void {
      const end = clock.monotonic() - MINUTE_MS;
      for (const [key, times] of accepted) {
        if ((times.at(-1) ?? 0) > end) return;
        accepted.delete(key);
      }
    },
  };
}
