import { valueKey } from '@azulejo/model';
import { createBackgroundBatches } from '../../platform/background-batches.ts';
import type { Timers } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { createLruCache } from '../../platform/lru-cache.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import { type Delivery, deliverRequest } from './outbound.ts';

/** More than are open at a time. One that is forgotten is delivered twice, when its owner connects again in time. */
const MAX_DELIVERED = 50_000;

/** A request of this server, or of another one, which does not send the channel. */
type Request = Parameters<typeof deliverRequest>[1];

type Dependencies = {
  delivery: Delivery;
  writePath: Pick<WritePath, 'openRequests'>;
  timers: Timers;
  logger: Pick<Logger, 'warn'>;
};

export type OpenCommands = ReturnType<typeof createOpenCommands>;

/**
 * Delivers commands to their owners once on this server: when they are requested, and when their owner connects before
 * they are settled. Commands of other servers may be requested while their owner is on its way here.
 */
export function createOpenCommands({ delivery, writePath, timers, logger }: Dependencies) {
  const delivered = createLruCache<true>(MAX_DELIVERED);
  /** The properties of the requests that come while rows are read: what the rows say of them may be superseded. */
  const requested = new Set<string>();
  let isReading = false;

  function deliverOnce(request: Request): void {
    const { commandId } = request;
    if (commandId !== undefined && delivered.has(commandId)) return;
    if (deliverRequest(delivery, request) && commandId !== undefined) delivered.set(commandId, true);
  }

  async function deliverTo(clients: readonly string[]): Promise<void> {
    requested.clear();
    isReading = true;
    const open = await writePath.openRequests(clients).finally(() => {
      isReading = false;
    });
    for (const request of open) if (!requested.has(keyOf(request))) deliverOnce(request);
  }

  const arrivals = createBackgroundBatches<true>({
    timers,
    handle: (clients) => deliverTo(clients.map(([id]) => id)),
    onFailure: (err) => logger.warn({ err }, 'commands that wait were not delivered'),
  });

  return {
    /** Delivers a new request. */
    deliver(request: Request): void {
      if (isReading) requested.add(keyOf(request));
      deliverOnce(request);
    },
    /** Delivers, soon, what waits for a client. */
    arrived: (clientId: string): void => arrivals.set(clientId, true),
    [Symbol.asyncDispose]: () => arrivals[Symbol.asyncDispose](),
  };
}

const keyOf = ({ address: { channelId, componentId, propertyId } }: Request): string =>
  valueKey(channelId, componentId, propertyId);
