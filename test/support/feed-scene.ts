import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Event, EventPage } from '@azulejo/contract';
import { EventSource } from 'eventsource';
import { setUpPanels } from './panel-scene.ts';
import type { TestPlatform } from './platform.ts';
import { assertExact, readJson } from './replies.ts';
import type { Stage } from './scene.ts';

export type FeedScene = Awaited<ReturnType<typeof setUpFeeds>>;

/** Starts a platform with panels. Returns functions that read the users' events. */
export async function setUpFeeds(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform, db } = panels;
  return {
    ...panels,
    list: (token: string, query = '', init: RequestInit = {}) => listEvents(platform, token, query, init),
    page: (token: string, query = '') => eventPage(platform, token, query),
    /** Stores events directly in the database, without notifying subscribers. */
    async addEvents(userId: string, count: number, channelId = 'channel', first = 1): Promise<void> {
      const address = { channelId, componentId: 'left', propertyId: 'level' };
      const at = platform.clock.now();
      const events = Array.from({ length: count }, (_, index) => ({
        userId,
        at,
        type: 'value' as const,
        address,
        io: 'iw' as const,
        data: first + index,
      }));
      await db.unit(platform.server.features.events.append(events));
    },
  };
}

export const listEvents = (
  platform: TestPlatform,
  token: string,
  query = '',
  init: RequestInit = {},
): Promise<Response> => platform.request(`/v3/users/me/events${query}`, { token, ...init });

export async function eventPage(platform: TestPlatform, token: string, query = ''): Promise<EventPage> {
  const page = await readJson<EventPage>(await listEvents(platform, token, query));
  assertExact(EventPage, page);
  return page;
}

/** Returns the data of events in their order. */
export const dataOf = (events: readonly Event[]): unknown[] => events.map(({ data }) => data);

/** A subscriber that uses a third-party EventSource, which reconnects and resumes by itself. */
export type Following = AsyncDisposable & {
  readonly source: EventSource;
  readonly events: Event[];
  /** Resolves when `count` events have arrived in all. */
  until(count: number): Promise<void>;
  /** Resolves with the status that ended it permanently. */
  refused(): Promise<number | undefined>;
};

type FollowOptions = { url: () => string; token: string; query?: string; lastEventId?: string };

/**
 * Follows until it is disposed of; resolves when it is connected. `url` is called again at each reconnect.
 */
export async function followEvents({
  url,
  token,
  query = '',
  lastEventId,
}: FollowOptions): Promise<Following> {
  const path = `/v3/users/me/events${query}`;
  const source = new EventSource(`http://platform.invalid${path}`, {
    fetch: (_url, init) =>
      fetch(`${url()}${path}`, {
        ...init,
        headers: {
          ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
          ...init.headers,
          authorization: `Bearer ${token}`,
        },
      }),
  });
  const events: Event[] = [];
  const waiting = new Set<() => void>();
  let refusal: number | undefined;
  const look = () => {
    for (const waiter of waiting) waiter();
  };
  for (const type of ['value', 'command']) {
    source.addEventListener(type, (message) => {
      const event = JSON.parse(message.data) as Event;
      assert.equal(message.lastEventId, event.cursor);
      assert.equal(event.type, type);
      events.push(event);
      look();
    });
  }
  source.addEventListener('error', (error) => {
    if (source.readyState === EventSource.CLOSED) refusal = error.code;
    look();
  });
  const when = async (isTrue: () => boolean): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = () => {
      if (isTrue()) resolve();
    };
    waiting.add(waiter);
    waiter();
    await promise;
    waiting.delete(waiter);
  };
  const opened = once(source, 'open').then(() => undefined);
  await Promise.race([opened, when(() => refusal !== undefined)]);
  return {
    source,
    events,
    until: (count) => when(() => events.length >= count),
    refused: () => when(() => refusal !== undefined).then(() => refusal),
    async [Symbol.asyncDispose]() {
      source.close();
    },
  };
}

/** Yields the text of a stream as it arrives. */
export async function* textOf(response: Response): AsyncGenerator<string> {
  assert.ok(response.body);
  const decoder = new TextDecoder();
  for await (const bytes of response.body) yield decoder.decode(bytes, { stream: true });
}
