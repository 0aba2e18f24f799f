import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { LongTurn } from '../platform/turn-watchdog.ts';

/** At most one line a second, because turns are longest under an attack. The metric counts all of them. */
const REPORT_MS = 1_000;

/** Returns a function that counts and logs long turns of the event loop. */
export function reportTurns({ metrics, logger }: { metrics: Metrics; logger: Logger }) {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return ({ ms, cpuMs, handlers }: LongTurn): void => {
    metrics.longTurns.inc();
    if (performance.now() - reportedAt < REPORT_MS) return;
    reportedAt = performance.now();
    logger.warn({ ms: Math.round(ms), cpuMs: Math.round(cpuMs), handlers }, 'event loop was held');
  };
}
