import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import type { BoundStatement } from '../../platform/storage/index.ts';

/** One fact of the audit log. `detail` never holds a secret. */
export type AuditEntry = {
  actorId?: string | undefined;
  action: string;
  targetId?: string | undefined;
  address?: string | undefined;
  detail?: string | undefined;
};

export type Audit = {
  /** To be committed in the unit of what it records. */
  statement(entry: AuditEntry): BoundStatement;
  /** The same inside a transaction. */
  record(tx: Transaction, entry: AuditEntry): Promise<void>;
  /** A refusal; written once a minute for each principal, rule and target, with a count. */
  refused(entry: AuditEntry): void;
  /** Writes the refusals that were counted so far. */
  flush(): Promise<void>;
  /** Deletes what is older than the retention or beyond the size bound. */
  prune(): Promise<void>;
};

const MINUTE = 60_000;
/** A flood of refusals may not fill the memory; what is beyond is still in metrics. */
const MAX_PENDING = 10_000;
const RETENTION_MS = 365 * 24 * 3600 * 1000;
const MAX_ROWS = 1_000_000;

export function createAudit(db: Db, clock: Clock): Audit {
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
    }),
  );
  const pending = new Map<string, { entry: AuditEntry; at: number; count: number }>();

  return {
    statement: (entry) => insert.bind(toRow(entry, clock.now(), 1)),
    async record(tx, entry) {
      await tx
        .insertInto('audit')
        .values(toRow(entry, clock.now(), 1))
        .execute();
    },
    refused(entry) {
      const at = Math.floor(clock.now() / MINUTE) * MINUTE;
      const key = JSON.stringify([at, entry.actorId, entry.action, entry.targetId]);
      const known = pending.get(key);
      if (known) known.count += 1;
      else if (pending.size < MAX_PENDING) pending.set(key, { entry, at, count: 1 });
    },
    async flush() {
      const due = [...pending.values()];
      pending.clear();
      if (due.length > 0)
        await db.unit(due.map(({ entry, at, count }) => insert.bind(toRow(entry, at, count))));
    },
    async prune() {
      await db.write((tx) =>
        tx
          .deleteFrom('audit')
          .where('at', '<', clock.now() - RETENTION_MS)
          .execute(),
      );
      const oldest = await db.read
        .selectFrom('audit')
        .select('at')
        .orderBy('at', 'desc')
        .offset(MAX_ROWS)
        .limit(1)
        .executeTakeFirst();
      if (oldest) await db.write((tx) => tx.deleteFrom('audit').where('at', '<=', oldest.at).execute());
    },
  };
}

type AuditRow = ReturnType<typeof toRow>;

function toRow(entry: AuditEntry, at: number, count: number) {
  return {
    id: newId(),
    at,
    actor_id: entry.actorId ?? null,
    action: entry.action,
    target_id: entry.targetId ?? null,
    address: entry.address ?? null,
    detail: entry.detail ?? null,
    count,
  };
}
