import { systemClock, type Timers } from '../clock.ts';
import { createRequestCosts } from './request-costs.ts';
import { createServePass, type Tick } from './serve-pass.ts';
import { createWaitingRequests } from './waiting-requests.ts';

/** How often to check again while only accounts with `MAX_RUNNING` running requests are waiting. */
const RETRY_MS = 20;

export type FairQueue = ReturnType<typeof createFairQueue>;

/**
 * Shares the event loop fairly among networks, and each network's share among its accounts:
 * 1. Waiting requests are served round robin by network until the tick's time is spent. Each time, a network
 *    may start one request for each of up to four accounts, also round robin, so that many accounts do not
 *    multiply its share.
 * 2. The time of an account's request is estimated from the time that earlier ticks took.
 * 3. Remaining requests wait for the next tick, after sockets were read and written.
 */
export function createFairQueue({
  maxWaiting,
  timers: { monotonic: now, setTimer } = systemClock,
}: {
  /** Maximum number of waiting requests of one account; a network may have four times as many. */
  maxWaiting: number;
  /** Default: those of the system, because requests are served even when background work is held. */
  timers?: Timers;
}) {
  const queue = createWaitingRequests(maxWaiting);
  const costs = createRequestCosts();
  const servePass = createServePass(queue, costs);
  let isScheduled = false;
  let isRetryPlanned = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(handle);
  }

  function handle(): void {
    isScheduled = false;
    const tick: Tick = { begun: now(), started: new Map(), foreseen: 0, isSpent: false };
    for (let mayContinue = true; mayContinue && !tick.isSpent; ) mayContinue = servePass(tick);
    if (tick.started.size > 0) setImmediate(() => costs.learn(tick, now() - tick.begun));
    if (queue.ready.size === 0) return;
    if (tick.started.size > 0) schedule();
    else retryLater();
  }

  function retryLater(): void {
    if (isRetryPlanned) return;
    isRetryPlanned = true;
    setTimer(RETRY_MS, () => {
      isRetryPlanned = false;
      schedule();
    });
  }

  return {
    /** Queues `start`. Returns a function that ends the request, or undefined when too many are waiting. */
    add(network: string, account: string, start: () => void): (() => void) | undefined {
      const end = queue.add(network, account, start);
      if (!end) return undefined;
      schedule();
      return () => {
        if (end()) schedule();
      };
    },
  };
}
