import { Readable } from 'node:stream';
import { type Event, type EventPage, type InputOf, resources, toTimestamp } from '@azulejo/contract';
import { toWireAddress } from '@azulejo/model';
import type { FastifyRequest } from 'fastify';
import {
  type Context,
  type Handlers,
  type HomeAccess,
  hasRight,
  storedRights,
} from '../../core/access/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { endWith, mayStill, STREAM_TYPE, wantsStream } from '../../platform/http/event-stream.ts';
import type { Authorize } from '../../platform/http/operations.ts';
import { toChain, toWireCause, toWireChain } from '../commands/index.ts';
import type { Cursors } from './cursor.ts';
import type { Events } from './events.ts';
import type { ShownEvent } from './log.ts';
import { type Paces, streamEvents } from './stream.ts';
import type { Subscriber } from './subscribers.ts';

type Resource = typeof resources.events;
type Input = InputOf<Resource['list']>;

const PAGE_SIZE = 100;
const PACES: Paces = { check: 3_000, heartbeat: 15_000 };

type Dependencies = { authorize: Authorize<Context>; clock: Clock };

/** Handles long-polling and streams. `authorize` is called repeatedly as long as a stream is open. */
export function eventHandlers(events: Events, { authorize, clock }: Dependencies): Handlers<Resource> {
  /** Returns what the caller may do now. Throws when it is no longer authorized. */
  async function homeNow(request: FastifyRequest): Promise<HomeAccess> {
    const context = await authorize(resources.events.list, request);
    if ('home' in context) return context.home;
    throw new Error('events are those of a home');
  }

  const page = createPage(events, clock, homeNow);
  const stream = createStream(events, clock, homeNow);
  return {
    list: async ({ input, context: { home }, request }) => {
      const cursors = await events.cursorsOf(home.id);
      const asked = { home, cursors, input, request };
      if (wantsStream(request)) return { stream: await stream(asked), contentType: STREAM_TYPE };
      return { body: await page(asked) };
    },
  };
}

type Asked = {
  readonly home: HomeAccess;
  readonly cursors: Cursors;
  readonly input: Input;
  readonly request: FastifyRequest;
};

type HomeNow = (request: FastifyRequest) => Promise<HomeAccess>;

/**
 * Returns a function that returns the events after the cursor, by long-polling when `wait` is set.
 * 1. Without a cursor: return no events and the current cursor.
 * 2. Return events that exist already, or return immediately without `wait`.
 * 3. Subscribe, and read again after each notification, until there are events, the time is up, or the
 *    server stops.
 * 4. Authorize again before returning.
 */
function createPage(events: Events, clock: Clock, homeNow: HomeNow) {
  return async ({ home, cursors, input, request }: Asked): Promise<EventPage> => {
    const requireAfter = createRequireAfter(events.log, clock, home, cursors);
    const { after: cursor, wait = 0, page_size: limit = PAGE_SIZE } = input;
    if (cursor === undefined) return toPage([], cursors, await events.log.lastOf(home.id));
    let read = await requireAfter(cursor, limit);
    if (read.events.length > 0 || wait === 0) return toPage(seenIn(home, read.events), cursors, read.to);
    using subscriber = follow(events, home.id, read.to, request);
    const end = clock.monotonic() + wait * 1000;
    for (;;) {
      read = await requireAfter(cursors.of(read.to), limit);
      subscriber.seen = read.to;
      const left = end - clock.monotonic();
      if (read.events.length > 0 || left <= 0 || subscriber.hasEnded) {
        // The token may have been revoked or limited while waiting.
        const now = await homeNow(request);
        return toPage(seenIn(now, read.events), cursors, read.to);
      }
      await subscriber.wait(left);
    }
  };
}

/** Returns a function that opens a stream. It ends when the caller's rights change. */
function createStream(events: Events, clock: Clock, homeNow: HomeNow) {
  return async ({ home, cursors, input, request }: Asked): Promise<Readable> => {
    const { log } = events;
    const requireAfter = createRequireAfter(log, clock, home, cursors);
    // The last event that the client received takes precedence over the stream's URL (WHATWG HTML 9.2.4).
    const cursor = String(request.headers['last-event-id'] ?? '') || input.after;
    const after = cursor === undefined ? await log.lastOf(home.id) : (await requireAfter(cursor, 1)).after;
    return Readable.from(
      streamEvents({
        subscriber: follow(events, home.id, after, request),
        cursorOf: cursors.of,
        after: async (n) => {
          const read = await log.after(home.id, n, PAGE_SIZE);
          return read && { events: toEvents(home, read.events, cursors), to: read.to };
        },
        check: () => mayStill(homeNow(request).then((now) => requireSame(home, now))),
        paces: PACES,
        clock,
      }),
    );
  };
}

const toEvents = (home: HomeAccess, rows: readonly ShownEvent[], cursors: Cursors): Event[] =>
  seenIn(home, rows).map((row) => toEvent(row, cursors));

/** Leaves out events of channels that the caller does not see. */
const seenIn = ({ sees }: HomeAccess, rows: readonly ShownEvent[]): ShownEvent[] =>
  rows.filter(({ channelId }) => channelId === null || sees(channelId));

/** Throws `forbidden` when the caller's rights are others than when the stream began: it is to connect again. */
function requireSame(before: HomeAccess, now: HomeAccess): void {
  if (storedRights(before.rights) !== storedRights(now.rights)) throw new ApiError('forbidden');
}

/** How far a caller without the right `history` may go back: over a lost connection. */
const RECENT_MS = 15 * 60_000;

/**
 * Returns a function that reads the events after a cursor. It throws `resync` when they cannot be read any more, and
 * when they are of the past that the caller does not see.
 */
const createRequireAfter =
  (log: Events['log'], clock: Pick<Clock, 'now'>, { id, rights }: HomeAccess, cursors: Cursors) =>
  async (cursor: string, limit: number) => {
    const after = cursors.read(cursor);
    const read = after === undefined ? undefined : await log.after(id, after, limit);
    const since = hasRight(rights, 'history') ? 0 : clock.now() - RECENT_MS;
    const isPast = read?.events.some(({ at }) => at < since) ?? false;
    if (read && after !== undefined && !isPast) return { after, ...read };
    throw new ApiError('resync', { cursor: cursors.of(await log.lastOf(id)) });
  };

function follow(events: Events, userId: string, after: number, request: FastifyRequest): Subscriber {
  const subscriber = events.follow(userId, after);
  endWith(request, subscriber);
  return subscriber;
}

function toPage(rows: readonly ShownEvent[], cursors: Cursors, to: number) {
  return { elements: rows.map((row) => toEvent(row, cursors)), cursor: cursors.of(to) };
}

const toEvent = (row: ShownEvent, cursors: Cursors): Event => ({
  cursor: cursors.of(row.n),
  type: row.type,
  timestamp: toTimestamp(row.at),
  ...toWireAddress(row),
  ...(row.io === null ? {} : { io: row.io as NonNullable<Event['io']> }),
  ...(row.data === null ? {} : { data: JSON.parse(row.data) as unknown }),
  ...(row.state === null ? {} : { state: row.state }),
  ...(row.sender === null ? {} : { sender: row.sender }),
  ...(row.onBehalfOf === null ? {} : { on_behalf_of: row.onBehalfOf }),
  ...(row.cause === null ? {} : toWireCause(row.cause)),
  ...toWireChain(toChain(row.rootId, row.depth)),
});
