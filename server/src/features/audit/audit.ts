import type { Db } from '../../database/index.ts';
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
  /** To be committed in the transaction of what it records. */
  statement(entry: AuditEntry): BoundStatement;
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
  const insert = db.prepare<{
    id: string;
    at: number;
    actorId: string | null;
    action: string;
    targetId: string | null;
    address: string | null;
    detail: string | null;
    count: number;
  }>()((kysely, p) =>
    kysely.insertInto('audit').values({
      id: p('id'),
      at: p('at'),
      actor_id: p('actorId'),
      action: p('action'),
      target_id: p('targetId'),
      address: p('address'),
      detail: p('detail'),
      count: p('count'),
    }),
  );
  const bind = (entry: AuditEntry, at: number, count: number) =>
    insert.bind({
      id: newId(),
      at,
      actorId: entry.actorId ?? null,
      action: entry.action,
      targetId: entry.targetId ?? null,
      address: entry.address ?? null,
      detail: entry.detail ?? null,
      count,
    });
  const pending = new Map<string, { entry: AuditEntry; at: number; count: number }>();

  return {
    statement: (entry) => bind(entry, clock.now(), 1),
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
      if (due.length > 0) await db.unit(due.map(({ entry, at, count }) => bind(entry, at, count)));
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
