import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { prepareActiveSignIns } from '../read-models/sign-in-principals.ts';

/** Maximum ids per statement. Ten thousand would block the event loop on SQLite. */
const BATCH_SIZE = 1_000;

/**
 * Returns a function that finds the active sign-ins, with their rights as they are stored: not ended, expired or of a
 * disabled user or client.
 */
export function createActiveSignIns(db: Db, clock: Clock) {
  const active = prepareActiveSignIns(db);

  return async function activeSignIns(ids: readonly string[]): Promise<Map<string, string | null>> {
    const found = new Map<string, string | null>();
    for (const batch of batchesOf(ids)) {
      for (const { id, rights } of await active.all({ ids: batch, now: clock.now() })) found.set(id, rights);
      // Yields to the event loop between two statements.
      await new Promise(setImmediate);
    }
    return found;
  };
}

/**
 * Returns a function that marks sign-ins as used now. A connection over MQTT uses its sign-in without making
 * requests: unmarked, its sign-in would be the first to be deleted at the client's limit of sign-ins.
 */
export function createMarkSignInsUsed(db: Db, clock: Clock) {
  const mark = db.prepare<{ ids: string; now: number }>()((kysely, p) =>
    kysely
      .updateTable('sign_ins')
      .set({ last_used: p('now') })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom(jsonRows<{ id: string }>(db.engine, p('ids'), { id: 'text' }).as('given'))
          .select('given.id'),
      ),
  );

  return async function markSignInsUsed(ids: Iterable<string>): Promise<void> {
    for (const batch of batchesOf([...ids].sort()))
      await db.unit([mark.bind({ ids: batch, now: clock.now() })]);
  };
}

function* batchesOf(ids: readonly string[]): Generator<string> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE)
    yield JSON.stringify(ids.slice(start, start + BATCH_SIZE).map((id) => [id]));
}
