import { Readable } from 'node:stream';
import { type Event, type InputOf, resources, toTimestamp } from '@azulejo/contract';
import { toWireAddress } from '@azulejo/model';
import type { FastifyRequest } from 'fastify';
import type { Context, Handlers } from '../../core/access/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Timers } from '../../platform/clock.ts';
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

type Dependencies = { authorize: Authorize<Context>; clock: Timers };

/** Handles long-polling and streams. `authorize` is called repeatedly as long as a stream is open. */
export function eventHandlers(events: Events, { authorize, clock }: Dependencies): Handlers<Resource> {
  const { log } = events;

  /**
   * Returns the events after the cursor, by long-polling when `wait` is set.
   * 1. Without a cursor: return no events and the current cursor.
   * 2. Return events that exist already, or return immediately without `wait`.
   * 3. Subscribe, and read again after each notification, until there are events, the time is up, or the
   *    server stops.
   * 4. Authorize again before returning.
   */
  async function page(userId: string, cursors: Cursors, input: Input, request: FastifyRequest) {
    const { after: cursor, wait = 0, page_size: limit = PAGE_SIZE } = input;
    if (cursor === undefined) return toPage([], cursors, await log.lastOf(userId));
    let read = await requireAfter(log, userId, cursors, cursor, limit);
    if (read.events.length > 0 || wait === 0) return toPage(read.events, cursors, read.to);
    using subscriber = follow(events, userId, read.to, request);
    const end = clock.monotonic() + wait * 1000;
    for (;;) {
      read = await requireAfter(log, userId, cursors, cursors.of(read.to), limit);
      subscriber.seen = read.to;
      const left = end - clock.monotonic();
      if (read.events.length > 0 || left <= 0 || subscriber.hasEnded) {
        // The token may have been revoked while waiting.
        await authorize(resources.events.list, request);
        return toPage(read.events, cursors, read.to);
      }
      await subscriber.wait(left);
    }
  }

  async function stream(userId: string, cursors: Cursors, input: Input, request: FastifyRequest) {
    // The last event that the client received takes precedence over the stream's URL (WHATWG HTML 9.2.4).
    const cursor = String(request.headers['last-event-id'] ?? '') || input.after;
    const after =
      cursor === undefined
        ? await log.lastOf(userId)
        : (await requireAfter(log, userId, cursors, cursor, 1)).after;
    return Readable.from(
      streamEvents({
        subscriber: follow(events, userId, after, request),
        cursorOf: cursors.of,
        after: async (n) => toEvents(await log.after(userId, n, PAGE_SIZE), cursors),
        check: () => mayStill(authorize(resources.events.list, request)),
        paces: PACES,
        clock,
      }),
    );
  }

  return {
    list: async ({ input, context, request }) => {
      const { id: userId } = context.home;
      const cursors = await events.cursorsOf(userId);
      if (wantsStream(request))
        return { stream: await stream(userId, cursors, input, request), contentType: STREAM_TYPE };
      return { body: await page(userId, cursors, input, request) };
    },
  };
}

const toEvents = (read: Awaited<ReturnType<Events['log']['after']>>, cursors: Cursors) =>
  read && { events: read.events.map((row) => toEvent(row, cursors)), to: read.to };

/** Reads the events after a cursor. Throws `resync` when they cannot be read any more. */
async function requireAfter(
  log: Events['log'],
  userId: string,
  cursors: Cursors,
  cursor: string,
  limit: number,
) {
  const after = cursors.read(cursor);
  const read = after === undefined ? undefined : await log.after(userId, after, limit);
  if (read && after !== undefined) return { after, ...read };
  throw new ApiError('resync', { cursor: cursors.of(await log.lastOf(userId)) });
}

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
