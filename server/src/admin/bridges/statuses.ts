import { isDeepStrictEqual } from 'node:util';
import type { BridgeStatus } from '../../connections/bridges/index.ts';
import type { Timers } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { BridgeMetrics } from './metrics.ts';

type Dependencies = {
  store: (id: string, status: BridgeStatus) => Promise<void>;
  timers: Pick<Timers, 'monotonic'>;
  logger: Pick<Logger, 'error'>;
  metrics: BridgeMetrics;
};

export type Statuses = ReturnType<typeof createStatuses>;

/** A state that stays is stored again after this time, because an old one counts as stale. */
const HEARTBEAT_MS = 50_000;

/** Stores the states of bridges when they change, and counts them in the metrics. */
export function createStatuses({ store, timers, logger, metrics }: Dependencies) {
  const stored = new Map<string, { status: BridgeStatus; quarantined: number; at: number }>();
  /** Writes are made one after another, so that the last state wins. */
  let writing: Promise<void> = Promise.resolve();

  function count(): void {
    metrics.bridges.reset();
    metrics.quarantinedDevices.set(0);
    for (const { status, quarantined } of stored.values()) {
      metrics.bridges.inc({ state: status.state });
      metrics.quarantinedDevices.inc(quarantined);
    }
  }

  function set(id: string, status: BridgeStatus, quarantined = 0): void {
    const last = stored.get(id);
    const isRecent = last !== undefined && timers.monotonic() - last.at < HEARTBEAT_MS;
    if (isRecent && last.quarantined === quarantined && isDeepStrictEqual(last.status, status)) return;
    stored.set(id, { status, quarantined, at: timers.monotonic() });
    count();
    writing = writing
      .then(() => store(id, status))
      .catch((error: unknown) => logger.error({ err: error, bridge: id }, 'bridge state was not stored'));
  }

  return {
    set,
    restartsOf: (id: string): number => stored.get(id)?.status.restarts ?? 0,

    /** Forgets a bridge that was removed or restarts with other settings. */
    forget(id: string): void {
      stored.delete(id);
      count();
    },

    /** Called when the process ended because the server stops. */
    ended(id: string): void {
      const status = stored.get(id)?.status;
      if (status && status.state !== 'stopped') set(id, { ...status, state: 'waiting', problem: '' });
    },

    /** Resolves when all states are stored. */
    settled: () => writing,
  };
}
