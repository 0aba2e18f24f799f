import { setImmediate } from 'node:timers/promises';
import { sleep, type Timers } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { type Connections, endEvenly } from './end-connections.ts';
import { release } from './lifecycle.ts';

/** How long a balancer takes to notice that a server is not ready. */
const BALANCER_MS = 5_000;

type Draining = {
  others: () => readonly unknown[];
  leave: () => Promise<void>;
  /** How long it may take in all. */
  drainMs: number;
  timers: Timers;
  logger: Logger;
};

/**
 * Hands this server's work and clients over to the others, so that nothing is interrupted when it stops. `/readyz` says
 * 503 already.
 * 1. Give up leases and parts.
 * 2. Wait until the balancer sends nobody here any more.
 * 3. Answer long polls. Their clients, and those of streams, come back elsewhere.
 * 4. End the MQTT sessions evenly over the rest of the time.
 */
export async function drain(
  connections: Connections,
  { others, leave, drainMs, timers, logger }: Draining,
  skip: AbortSignal,
): Promise<void> {
  if (others().length === 0 || drainMs === 0) return;
  const { promise: skipped, resolve } = Promise.withResolvers<void>();
  skip.addEventListener('abort', () => resolve(), { once: true });
  if (skip.aborted) return;
  logger.info({ seconds: drainMs / 1000 }, 'other servers take the clients of this one');
  leave().catch((err: unknown) => logger.warn({ err }, 'the leases of this server were not released'));
  await Promise.race([sleep(timers, Math.min(BALANCER_MS, drainMs)), skipped]);
  if (skip.aborted) return;
  await release(connections.list);
  // Answers are written before their connections end.
  await setImmediate();
  using ending = endEvenly(connections, Math.max(drainMs - BALANCER_MS, 0), timers);
  await Promise.race([ending.ended, skipped]);
}
