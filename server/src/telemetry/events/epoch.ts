import type { Db } from '../../database/index.ts';
import { deleteSetting, initializeSetting, readSetting } from '../../database/settings.ts';
import { newId } from '../../platform/random-token.ts';

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
