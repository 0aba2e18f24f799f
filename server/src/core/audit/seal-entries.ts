import type { Db, Transaction } from '../../database/index.ts';
import type { AuditRetention } from './prune-audit.ts';
import { type Seal, sealAfter } from './seal.ts';

/** Entries sealed in one unit: few enough not to delay other writes noticeably. */
const BATCH_SIZE = 200;
/** Maximum number of units in one run, so that an upgrade with many entries leaves the writer to others. */
const MAX_BATCHES = 50;
const PRUNED_SIZE = 1_000;

/**
 * Seals entries in batches after they were written, so that no write waits for another one because of the chain. Two
 * servers that seal at the same time want the same number: one of them fails, and tries again.
 */
export function createSealEntries(db: Db, retention: AuditRetention) {
  const sealSome = (): Promise<number> =>
    db.write(async (tx) => {
      const entries = await unsealedIn(tx);
      let last = await lastSealIn(tx);
      const seals: Seal[] = [];
      for (const { seal: _none, ...entry } of entries) {
        last = sealAfter(last, entry);
        seals.push(last);
        await tx.updateTable('audit').set({ seal: last.n }).where('id', '=', entry.id).execute();
      }
      if (seals.length > 0) await tx.insertInto('audit_seals').values(seals).execute();
      return entries.length;
    });

  return {
    async seal(): Promise<void> {
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) if ((await sealSome()) < BATCH_SIZE) return;
    },

    /** Deletes the oldest seals, whose entries are past every retention. The last seal always stays. */
    async prune(now: number): Promise<void> {
      const end = now - Math.max(retention.facts, retention.refusals) * 1000;
      for (let isMore = true; isMore; )
        isMore = await db.write(async (tx) => {
          const oldest = await oldestSealsIn(tx);
          const kept = oldest.findIndex(({ at }) => at >= end);
          const first = oldest.at(kept === -1 ? -1 : kept);
          if (first) await tx.deleteFrom('audit_seals').where('n', '<', first.n).execute();
          return kept === -1 && oldest.length === PRUNED_SIZE;
        });
    },
  };
}

const unsealedIn = (tx: Transaction) =>
  tx
    .selectFrom('audit')
    .selectAll()
    .where('seal', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();

const lastSealIn = (tx: Transaction): Promise<Seal | undefined> =>
  tx.selectFrom('audit_seals').selectAll().orderBy('n', 'desc').limit(1).executeTakeFirst();

const oldestSealsIn = (tx: Transaction) =>
  tx.selectFrom('audit_seals').select(['n', 'at']).orderBy('n').limit(PRUNED_SIZE).execute();
