import type { Event } from '@azulejo/contract';
import { type Changes, changeOfEvent } from './changes.ts';
import { type Feed, isResync } from './feed.ts';
import type { Listeners } from './listeners.ts';
import type { Change } from './types.ts';

/** How far the feed was followed, so that nothing is missed while there is no connection. */
export type Following = {
  cursor(): string | undefined;
  /** Reads what came since the cursor. Only one reads at a time; a second call is answered by a reading of its own. */
  catchUp(): Promise<void>;
  /** What the broker sends: given out at once, or once a catching up that a new connection began is done. */
  hear(change: Change): void;
  /** Begins to hear by `subscribe`: what is heard from then on waits behind what was missed. */
  resume(subscribe: () => Promise<void>): Promise<void>;
  /** Reads to the end, and hears nothing any more: the cursor then stands after all that was given out. */
  finish(): Promise<void>;
};

type Options = {
  feed: Feed;
  changes: Changes;
  listeners: Pick<Listeners, 'emit'>;
  after: string | undefined;
  onEvent: (event: Event) => void;
};

export function createFollowing({ feed, changes, listeners, after, onEvent }: Options): Following {
  let cursor = after;
  let isFilled = false;
  let waiting: Change[] | undefined;
  let isFinished = false;
  let reading: Promise<void> = Promise.resolve();

  async function read(from: string): Promise<void> {
    for await (const page of feed.after(from)) {
      for (const event of page.events) {
        if (event.type === 'value') changes.take(changeOfEvent(event));
        onEvent(event);
      }
      cursor = page.cursor;
    }
  }

  async function beginAnew(): Promise<void> {
    // In this order: what changes in between is in the values, and again after the cursor.
    const current = await feed.cursor();
    const values = await feed.values();
    cursor = current;
    isFilled = true;
    listeners.emit('resync', { cursor: current });
    changes.replace(values);
  }

  async function catchUpOnce(): Promise<void> {
    cursor ??= await feed.cursor();
    // Before the events, so that a value that is news is found among those and not here.
    const values = isFilled ? [] : await feed.values();
    try {
      await read(cursor);
      changes.fill(values);
      isFilled = true;
    } catch (error) {
      if (!isResync(error)) throw error;
      await beginAnew();
    }
  }

  const catchUp = (): Promise<void> => {
    reading = reading.catch(() => {}).then(catchUpOnce);
    return reading;
  };

  return {
    cursor: () => cursor,
    catchUp,
    hear: (change) => {
      if (isFinished) return;
      if (waiting) waiting.push(change);
      else changes.take(change);
    },
    resume: async (subscribe) => {
      const heard: Change[] = [];
      waiting = heard;
      await subscribe();
      await catchUp();
      waiting = undefined;
      for (const change of heard) changes.take(change);
    },
    finish: () => {
      isFinished = true;
      return catchUp();
    },
  };
}
