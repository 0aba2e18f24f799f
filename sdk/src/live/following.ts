import type { Event } from '../api/types.generated.ts';
import { type Changes, changeOfEvent } from './changes.ts';
import { type Feed, isResync } from './feed.ts';
import type { Listeners } from './listeners.ts';
import type { Change } from './types.ts';

/**
 * Follows a user’s changes across reconnects, without gaps or duplicates. The phases of each connection:
 * 1. Subscribe: messages from the broker are queued.
 * 2. Catch up: the pages of the feed after the cursor are read and emitted.
 * 3. Drain: the queued messages are emitted; `Changes` drops those that the feed contained.
 * 4. Live: messages are emitted as they arrive, and a regular catch-up moves the cursor forward.
 * When the platform no longer knows the cursor, phase 2 emits `resync` and then what
 * differs in a new snapshot.
 */
export type Following = {
  cursor(): string | undefined;
  /**
   * Reads the feed from the cursor. Calls run one after another, so that each sees what was committed before
   * it.
   */
  catchUp(): Promise<void>;
  /** Emits a message from the broker immediately (phase 4), or queues it while a new connection catches up. */
  receive(change: Change): void;
  /** Runs phases 1 to 3 on a new connection. */
  resume(subscribe: () => Promise<void>): Promise<void>;
  /**
   * Ignores further messages and catches up again, so that the cursor is after everything that was emitted.
   */
  finish(): Promise<void>;
};

type Options = {
  feed: Feed;
  changes: Changes;
  listeners: Pick<Listeners, 'emit'>;
  after: string | undefined;
  onEvent: (event: Event) => void;
};

export function createFollowing(options: Options): Following {
  const { changes } = options;
  const { cursor, catchUp } = createCatchUp(options);
  let waiting: Change[] | undefined;
  let isFinished = false;
  return {
    cursor,
    catchUp,
    receive: (change) => {
      if (isFinished) return;
      if (waiting) waiting.push(change);
      else changes.apply(change);
    },
    resume: async (subscribe) => {
      const queued: Change[] = [];
      waiting = queued;
      await subscribe();
      await catchUp();
      waiting = undefined;
      for (const change of queued) changes.apply(change);
    },
    finish: () => {
      isFinished = true;
      return catchUp();
    },
  };
}

/** Reads the feed from the cursor on, and starts again with a snapshot when the cursor is no longer known. */
function createCatchUp({ feed, changes, listeners, after, onEvent }: Options) {
  let cursor = after;
  let isFilled = false;
  let reading: Promise<void> = Promise.resolve();

  async function read(from: string): Promise<void> {
    for await (const page of feed.after(from)) {
      for (const event of page.events) {
        if (event.type === 'value') changes.apply(changeOfEvent(event));
        onEvent(event);
      }
      cursor = page.cursor;
    }
  }

  async function startAgain(): Promise<void> {
    // The cursor is read before the values, so that a change in between is in both and not in neither.
    const current = await feed.cursor();
    const values = await feed.values();
    cursor = current;
    isFilled = true;
    listeners.emit('resync', { cursor: current });
    changes.replace(values);
  }

  async function catchUpOnce(): Promise<void> {
    cursor ??= await feed.cursor();
    // Read before the events: a value that changes later is then emitted as an event, not stored silently.
    const values = isFilled ? [] : await feed.values();
    try {
      await read(cursor);
      changes.fill(values);
      isFilled = true;
    } catch (error) {
      if (!isResync(error)) throw error;
      await startAgain();
    }
  }

  return {
    cursor: () => cursor,
    catchUp: (): Promise<void> => {
      reading = reading.catch(() => {}).then(catchUpOnce);
      return reading;
    },
  };
}
