import assert from 'node:assert/strict';
import { setTimeout as after } from 'node:timers/promises';
import type { Event, EventPage } from '@azulejo/contract';
import type { Person } from '../support/people.ts';
import { isBroken, request, requestUntilServed } from './reconnecting.ts';

/** Follows the events of a user from a cursor, and resumes after every interruption. */
export type Follower = AsyncDisposable & {
  readonly received: readonly Event[];
  /** Resolves when the event with this cursor was received. Rejects when following has failed. */
  untilReceived(cursor: string): Promise<void>;
};

type Reading = { cursor: string; signal: AbortSignal; note(event: Event): void };

const RECONNECT_MS = 20;
const WAIT_SECONDS = 30;

/** Follows by long-polling, each page with the cursor of the one before. */
export const followPages = (url: string, person: Person, begin: string): Follower =>
  follow(begin, async ({ cursor, signal, note }) => {
    const query = `after=${cursor}&wait=${WAIT_SECONDS}`;
    const { elements } = await readPage(url, person, query, (path, init) =>
      request(path, { ...init, signal }),
    );
    for (const event of elements) note(event);
  });

/** Follows by Server-Sent Events, one endless response, resumed after its last whole event. */
export const followStream = (url: string, person: Person, begin: string): Follower =>
  follow(begin, async ({ cursor, signal, note }) => {
    const headers = { authorization: `Bearer ${person.token}`, accept: 'text/event-stream' };
    const response = await request(`${url}/v3/users/me/events`, {
      headers: { ...headers, 'last-event-id': cursor },
      signal,
    });
    assert.equal(response.status, 200);
    let text = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]),
        );
        const data = fields.get('data');
        if (data === undefined) continue;
        const event = JSON.parse(data) as Event;
        assert.equal(fields.get('id'), event.cursor);
        note(event);
      }
    }
  });

/** Returns the whole log after `cursor` as it is now. */
export async function readLog(url: string, person: Person, cursor: string): Promise<Event[]> {
  const log: Event[] = [];
  for (;;) {
    const page = await readPage(url, person, `after=${log.at(-1)?.cursor ?? cursor}&page_size=1000`);
    if (page.elements.length === 0) return log;
    log.push(...page.elements);
  }
}

/** Returns the current cursor of a person's log. */
export const currentCursor = async (url: string, person: Person): Promise<string> =>
  (await readPage(url, person, '')).cursor;

async function readPage(
  url: string,
  person: Person,
  query: string,
  send = requestUntilServed,
): Promise<EventPage> {
  const response = await send(`${url}/v3/users/me/events?${query}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as EventPage;
}

function follow(begin: string, read: (reading: Reading) => Promise<void>): Follower {
  const stopped = new AbortController();
  const { signal } = stopped;
  const received: Event[] = [];
  const waiting = new Map<string, () => void>();
  const note = (event: Event) => {
    received.push(event);
    waiting.get(event.cursor)?.();
  };
  const run = async () => {
    while (!signal.aborted) {
      await read({ cursor: received.at(-1)?.cursor ?? begin, signal, note }).catch(async (error: unknown) => {
        if (!isBroken(error) && !signal.aborted) throw error;
        await after(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
      });
    }
  };
  const ended = run();
  ended.catch(() => undefined);
  return {
    received,
    async untilReceived(cursor) {
      if (cursor === begin || received.some((event) => event.cursor === cursor)) return;
      const found = new Promise<void>((resolve) => waiting.set(cursor, resolve));
      await Promise.race([found, ended]);
    },
    async [Symbol.asyncDispose]() {
      stopped.abort();
      // Whoever waits for events was told; another error here would hide that of the test.
      await ended.catch(() => undefined);
    },
  };
}
