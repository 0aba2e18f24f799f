import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Event } from '@azulejo/contract';
import type { Timers } from '../../platform/clock.ts';
import type { Subscriber } from './subscribers.ts';

/** Intervals in milliseconds. */
export type Paces = {
  /** How often the caller's access is checked. */
  readonly check: number;
  /** How often a heartbeat is sent: proxies and phones close connections that are silent for longer. */
  readonly heartbeat: number;
};

type Options = {
  readonly subscriber: Subscriber;
  readonly cursorOf: (n: number) => string;
  /** Returns the next events after `n`, and up to where the log was read; undefined when they were pruned. */
  readonly after: (n: number) => Promise<{ events: readonly Event[]; to: number } | undefined>;
  /** Returns whether the caller may still read. */
  readonly check: () => Promise<boolean>;
  readonly paces: Paces;
  readonly clock: Timers;
};

/** How long a client waits before it reconnects, in ms. */
const RETRY = 2_000;
/** When the server ends streams, each client is told another time up to this, so that not all come back at once. */
const MAX_RETRY = 5_000;
const NOTHING: { events: readonly Event[]; to?: number } = { events: [] };

/**
 * Streams a user's log as Server-Sent Events (WHATWG HTML 9.2), with backpressure: page by page as the reader
 * takes them. It ends when the caller loses access, when the server stops, and when a slow reader's next
 * events were pruned.
 * 1. Open: send an id without data, with which the client can reconnect.
 * 2. Check, every `paces.check`: end when the caller may no longer read.
 * 3. Events: read and send a page; only after a notification, since of a thousand streams nearly all are
 *    idle.
 * 4. Idle: send a heartbeat when one is due, and wait for a notification.
 */
export async function* streamEvents(options: Options): AsyncGenerator<string> {
  const { subscriber, paces, clock } = options;
  using _following = subscriber;
  let checked = clock.monotonic();
  let lastSent = checked;
  let isNews = true;
  // Clients store an id without data and show no event, so that they can resume from it after a reconnect.
  yield `retry: ${RETRY}\nid: ${options.cursorOf(subscriber.seen)}\n\n`;
  while (!subscriber.hasEnded) {
    const now = clock.monotonic();
    if (now - checked >= paces.check) {
      if (!(await options.check())) return;
      checked = now;
    }
    const page = isNews ? await options.after(subscriber.seen) : NOTHING;
    if (!page) return;
    const { events, to = subscriber.seen } = page;
    if (to > subscriber.seen) {
      subscriber.seen = to;
      if (events.length > 0) {
        yield events.map(toText).join('');
        lastSent = clock.monotonic();
      }
      // On SQLite none of the above yields to the event loop, so it yields here for other requests.
      await setImmediate();
      continue;
    }
    if (now - lastSent >= paces.heartbeat) {
      yield ':\n\n';
      lastSent = clock.monotonic();
    }
    isNews = await subscriber.wait(Math.min(paces.check, paces.heartbeat));
  }
  yield `retry: ${randomInt(MAX_RETRY)}\n\n`;
}

const toText = (event: Event): string =>
  `id: ${event.cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
