import { errorCodes } from '@azulejo/model';
import type { Event, EventPage, ValueList } from '../api/types.generated.ts';
import type { Call } from '../call.ts';
import { AzulejoError } from '../errors.ts';
import { snapshotOf } from './changes.ts';
import type { Change, LastValue } from './types.ts';

/** The user’s event log and last values, read over HTTP. */
export type Feed = {
  /** Returns the current end of the feed. */
  cursor(): Promise<string>;
  /**
   * Reads all pages after the cursor, in order. Throws an error of `isResync` when the cursor is no longer
   * valid.
   */
  after(cursor: string): AsyncIterable<{ events: readonly Event[]; cursor: string }>;
  /** Returns the last value of every property. */
  values(): Promise<Change[]>;
};

const PAGE_SIZE = 1000;
const me = { user_id: 'me' };

/** Returns whether the platform refused the cursor as no longer valid. */
export const isResync = (error: unknown): boolean =>
  error instanceof AzulejoError && error.code === errorCodes.resync;

/** `read` are the values that the program reads itself: they are returned once. */
export function createFeed(call: Call, read?: Promise<readonly LastValue[]>): Feed {
  let given = read;
  const takeGiven = async () => {
    const taken = given;
    given = undefined;
    return taken?.catch(() => undefined);
  };
  const page = async (input: { after?: string; page_size?: number }) =>
    (await call('events.list', { ...me, ...input })) as EventPage;
  return {
    cursor: async () => (await page({})).cursor,
    async *after(start) {
      for (let cursor = start; ; ) {
        const { elements, cursor: next } = await page({ after: cursor, page_size: PAGE_SIZE });
        yield { events: elements, cursor: next };
        if (elements.length < PAGE_SIZE) return;
        cursor = next;
      }
    },
    values: async () => {
      const elements = (await takeGiven()) ?? ((await call('values.list', me)) as ValueList).elements;
      return elements.map(snapshotOf);
    },
  };
}
