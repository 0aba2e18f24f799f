import type { BoundStatement } from '@azulejo/storage';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import { withoutSecrets } from '../../platform/secrets.ts';
import type { AuditEntry } from './entry.ts';
import { type AuditRetention, createPruneAudit } from './prune-audit.ts';
import { createRefusals, type Refusal } from './refusals.ts';
import { type Seal, sealAfter } from './seal.ts';

export type Audit = {
  /** Returns the statement that stores an entry, to be committed in the same unit as the recorded change. */
  statement(entry: AuditEntry): BoundStatement;
  /** Stores an entry inside a transaction. */
  record(tx: Transaction, entry: AuditEntry): Promise<void>;
  /** Counts a refusal of an authenticated principal; the next `flush` writes it. */
  refused(entry: AuditEntry & { actorId: string }): void;
  /**
   * Counts a refusal of an unauthenticated caller. The entry may only hold ids of existing rows: text chosen
   * by the caller is never stored.
   */
  strangerRefused(entry: AuditEntry & { address: string }): void;
  /** Writes the refusals counted so far; keeps them for the next flush when that fails. */
  flush(): Promise<void>;
  /** Seals the entries that were written since the last call (`seal.ts`). */
  seal(): Promise<void>;
  /** Deletes entries past their retention, and seals that are no longer needed. */
  prune(): Promise<void>;
};

/** Refusals written, or entries sealed, in one transaction: few enough not to delay other writes noticeably. */
const BATCH_SIZE = 200;

export function createAudit(db: Db, clock: Clock, retention: AuditRetention): Audit {
  const insert = db.prepare<AuditRow>()((kysely, p) =>
    kysely.insertInto('audit').values({
      id: p('id'),
      at: p('at'),
      actor_id: p('actor_id'),
      action: p('action'),
      target_id: p('target_id'),
      address: p('address'),
      detail: p('detail'),
      count: p('count'),
      is_refusal: p('is_refusal'),
    }),
  );
  const refusals = createRefusals(clock);
  const prune = createPruneAudit(db, retention);
  const seals = createSealEntries(db, retention);
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const due = refusals.take();
    while (due.length > 0) {
      const batch = due.splice(0, BATCH_SIZE);
      try {
        await db.unit(batch.map((refusal) => insert.bind(refusalRow(refusal))));
      } catch (error) {
        refusals.putBack([...batch, ...due]);
        throw error;
      }
    }
  }

  return {
    statement: (entry) => insert.bind(factRow(entry, clock.now())),
    async record(tx, entry) {
      await tx.insertInto('audit').values(factRow(entry, clock.now())).execute();
    },
    refused: refusals.ofPrincipal,
    strangerRefused: refusals.ofStranger,
    // A mutex: flushes run one after another, so that this also waits for what an earlier flush has taken.
    flush() {
      writing = writing.then(write, write);
      return writing;
    },
    seal: seals.seal,
    async prune() {
      await prune(clock.now());
      await seals.prune(clock.now());
    },
  };
}

/** Masks secrets, because an id from a path or a topic can be any text that the caller put there. */
const masked = (text: string | undefined): string | null =>
  text === undefined ? null : withoutSecrets(text);

type AuditRow = ReturnType<typeof toRow>;

const factRow = (entry: AuditEntry, at: number) => toRow(entry, at, 1, 0);
const refusalRow = ({ entry, at, count }: Refusal) => toRow(entry, at, count, 1);

function toRow(entry: AuditEntry, at: number, count: number, isRefusal: 0 | 1) {
  return {
    id: newId(),
    at,
    actor_id: entry.actorId ?? null,
    action: entry.action,
    target_id: masked(entry.targetId),
    address: entry.address ?? null,
    detail: masked(entry.detail),
    count,
    is_refusal: isRefusal,
  };
}

/** Maximum number of units in one run, so that an upgrade with many entries leaves the writer to others. */
const MAX_BATCHES = 50;
const PRUNED_SIZE = 1_000;

/**
 * Seals entries in batches after they were written, so that no write waits for another one because of the chain. Two
 * servers that seal at the same time want the same number: one of them fails, and tries again.
 */
function createSealEntries(db: Db, retention: AuditRetention) {
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
