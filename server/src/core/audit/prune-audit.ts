import { setImmediate } from 'node:timers/promises';
import type { Db, Transaction } from '../../database/index.ts';
import { readSetting, writeSetting } from '../../database/settings.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';

const PAGE_ROWS = 1_000;
/** An id that sorts before every other id. */
const FIRST_ID = '';

/**
 * How long entries stay, in seconds. Refusals are also limited in number, so that they cannot fill the disk.
 */
export type AuditRetention = { facts: number; refusals: number; maxRefusals: number };

/** The setting with the time before which facts were deleted, so that a longer retention later does not miss them. */
const PRUNED_UNTIL = 'audit.pruned-until';

/** Returns the time before which facts were deleted; 0 while none were. */
export const prunedUntil = async (reader: Pick<Transaction, 'selectFrom'>): Promise<number> =>
  Number((await readSetting(reader, PRUNED_UNTIL)) ?? 0);

/** Deletes entries past their retention, and the oldest refusals above their limit. Facts end only by age. */
export function createPruneAudit(db: Db, retention: AuditRetention) {
  const refusalsBefore = db.prepare<{ at: number; id: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('audit')
      .select(['at', 'id'])
      .where('is_refusal', '=', 1)
      .where('at', '<=', p('at'))
      .where((eb) => eb.or([eb('at', '<', p('at')), eb('id', '<', p('id'))]))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(p('limit')),
  );

  /** Returns the time of the oldest refusal that may stay; undefined while there are fewer than the limit. */
  async function oldestKept(): Promise<number | undefined> {
    let last = { at: Number.MAX_SAFE_INTEGER, id: FIRST_ID };
    for (let left = retention.maxRefusals; left > 0; left -= PAGE_ROWS) {
      const limit = Math.min(PAGE_ROWS, left);
      const page = await refusalsBefore.all({ ...last, limit });
      if (page.length < limit) return undefined;
      last = page.at(-1) ?? last;
      await setImmediate();
    }
    return last.at;
  }

  const deleteBefore = (isRefusal: 0 | 1, end: number) =>
    deleteInBatches((limit) =>
      db.write((tx) => {
        const due = tx
          .selectFrom('audit')
          .select('id')
          .where('is_refusal', '=', isRefusal)
          .where('at', '<', end)
          .orderBy('at')
          .limit(limit);
        return tx.deleteFrom('audit').where('id', 'in', due).executeTakeFirstOrThrow();
      }),
    );

  return async function prune(now: number): Promise<void> {
    const end = now - retention.facts * 1000;
    await db.write(async (tx) => {
      if (end > (await prunedUntil(tx))) await writeSetting(tx, PRUNED_UNTIL, String(end));
    });
    await deleteBefore(0, end);
    await deleteBefore(1, Math.max(now - retention.refusals * 1000, (await oldestKept()) ?? 0));
  };
}
