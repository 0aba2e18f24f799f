import { setImmediate } from 'node:timers/promises';
import type { Event } from '@azulejo/contract';
import type { Subscriber } from './subscribers.ts';

/** Milliseconds. */
export type Paces = {
  /** Between two looks at whether the caller may still read. */
  readonly check: number;
  /** A connection that says nothing for so long is taken for dead by proxies and phones. */
  readonly heartbeat: number;
};

type Options = {
  readonly subscriber: Subscriber;
  readonly cursorOf: (n: number) => string;
  /** The next events after `n`, on the wire and by their numbers; undefined when they are gone. */
  readonly after: (n: number) => Promise<readonly { n: number; event: Event }[] | undefined>;
  /** Whether the caller may still read. */
  readonly check: () => Promise<boolean>;
  readonly paces: Paces;
};

/** How long a client waits before it comes back, ms. */
const RETRY = 2_000;

/**
 * A user's log as Server-Sent Events (WHATWG HTML 9.2), page by page as the reader takes them. Ends when the caller may not
 * read any more, when the server stops, and when the reader was held back until its place was pruned. The log is read
 * only when there may be news: of a thousand streams nearly all are idle.
 */
export async function* streamEvents(options: Options): AsyncGenerator<string> {
  const { subscriber, paces } = options;
  using _following = subscriber;
  let checked = performance.now();
  let spoken = checked;
  let isNews = true;
  // An id without data is kept by the client and not shown: from now on it can come back.
  yield `retry: ${RETRY}\nid: ${options.cursorOf(subscriber.seen)}\n\n`;
  while (!subscriber.hasEnded) {
    const now = performance.now();
    if (now - checked >= paces.check) {
      if (!(await options.check())) return;
      checked = now;
    }
    const page = isNews ? await options.after(subscriber.seen) : [];
    if (!page) return;
    if (page.length > 0) {
      subscriber.seen = page.at(-1)?.n ?? subscriber.seen;
      yield page.map(({ event }) => toText(event)).join('');
      spoken = performance.now();
      // On SQLite nothing of the above leaves the turn of the event loop: others want theirs.
      await setImmediate();
      continue;
    }
    if (now - spoken >= paces.heartbeat) {
      yield ':\n\n';
      spoken = performance.now();
    }
    isNews = await subscriber.wait(Math.min(paces.check, paces.heartbeat));
  }
}

const toText = (event: Event): string =>
  `id: ${event.cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
