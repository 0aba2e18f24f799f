import type { Timers } from '../clock.ts';
import { createLruCache } from '../lru-cache.ts';
import { OutboundError } from './outbound-error.ts';

const MAX_FAILURES = 5;
const PAUSE_MS = 30_000;
/** Beyond it the circuit that was used least recently is forgotten, and counts its failures from 0. */
const MAX_CIRCUITS = 2_000;

type Circuit = { failures: number; closedAt: number };

/**
 * Creates circuit breakers by key. After five failures in a row no call is made for half a minute; then one is
 * tried, and decides for the others.
 */
export function createCircuitBreaker(clock: Pick<Timers, 'monotonic'>) {
  const circuits = createLruCache<Circuit>(MAX_CIRCUITS);

  return {
    /** Throws `circuit_open` during the pause. */
    enter(key: string): void {
      const circuit = circuits.get(key);
      if (!circuit || circuit.failures < MAX_FAILURES) return;
      if (circuit.closedAt > clock.monotonic())
        throw new OutboundError('circuit_open', 'the last calls failed; the next one is tried later');
      circuit.closedAt = clock.monotonic() + PAUSE_MS;
    },

    /** Returns for how many milliseconds no call is made; 0 when calls are made. */
    pauseOf(key: string): number {
      const circuit = circuits.peek(key);
      if (!circuit || circuit.failures < MAX_FAILURES) return 0;
      return Math.max(0, circuit.closedAt - clock.monotonic());
    },

    succeed(key: string): void {
      circuits.delete(key);
    },

    fail(key: string): void {
      const failures = (circuits.get(key)?.failures ?? 0) + 1;
      circuits.set(key, { failures, closedAt: clock.monotonic() + PAUSE_MS });
    },
  };
}
