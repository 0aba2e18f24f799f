import { hash } from 'node:crypto';
import type { Db } from '../../database/index.ts';
import { deleteSetting, initializeSetting, readSetting } from '../../database/settings.ts';
import { newId } from '../../platform/random-token.ts';

/** Sixty bits, so that a cursor of another user or database does not match by accident. */
const TAG_LENGTH = 10;

/** Cursors of one user's log. A cursor holds which log it is, and the number of the last event seen. */
export type Cursors = {
  of(n: number): string;
  /** Returns undefined when the text is not a cursor of this log. */
  read(cursor: string): number | undefined;
};

export function cursorsOf(epoch: string, userId: string): Cursors {
  const tag = hash('sha256', `${epoch}|${userId}`, 'base64url').slice(0, TAG_LENGTH);
  return {
    of: (n) => `${tag}.${n}`,
    read: (cursor) => {
      const [, given, n] = /^([\w-]+)\.(0|[1-9]\d{0,14})$/.exec(cursor) ?? [];
      return given === tag ? Number(n) : undefined;
    },
  };
}

const NAME = 'event_epoch';

/**
 * Returns a function that reads the tag of this database's cursors and creates it at first use. A restored
 * backup gets a new one: it numbers its events again, and a client may have seen other events under the same
 * numbers.
 */
export function createEpoch(db: Db): () => Promise<string> {
  let known: string | undefined;
  return async () => {
    known ??= await readSetting(db.read, NAME);
    if (known !== undefined) return known;
    const epoch = newId();
    await db.write((tx) => initializeSetting(tx, NAME, epoch));
    // Another server may have inserted its own first.
    known = await readSetting(db.read, NAME);
    if (known === undefined) throw new Error('The epoch of the event log was not stored.');
    return known;
  };
}

/** Invalidates all cursors returned so far: clients that use one must read the current state again. */
export async function endEpoch(db: Db): Promise<void> {
  await db.write((tx) => deleteSetting(tx, NAME));
}
