import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { deleteInSteps } from '../../platform/in-steps.ts';
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

/** On whose behalf something is done, and from where; nobody is named where the operator does it on the machine. */
export type By = Pick<AuditEntry, 'actorId' | 'address'>;

export type Audit = {
  /** To be committed in the unit of what it records. */
  statement(entry: AuditEntry): BoundStatement;
  /** The same inside a transaction. */
  record(tx: Transaction, entry: AuditEntry): Promise<void>;
  /** A refusal; counted for each principal, rule, target and minute, and written with the next `flush`. */
  refused(entry: AuditEntry): void;
  /** Writes the refusals that were counted so far; keeps them for the next time when that fails. */
  flush(): Promise<void>;
  /** Deletes what is older than the retention or beyond the size bound. */
  prune(): Promise<void>;
};

/** `count` refusals in the minute that began `at`. */
type Refusal = { entry: AuditEntry; at: number; count: number };

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
  const pending = new Map<string, Refusal>();
  let writing: Promise<void> = Promise.resolve();

  function count(refusal: Refusal): void {
    const { at, entry } = refusal;
    const key = JSON.stringify([at, entry.actorId, entry.action, entry.targetId]);
    const known = pending.get(key);
    if (known) known.count += refusal.count;
    else if (pending.size < MAX_PENDING) pending.set(key, refusal);
  }

  async function write(): Promise<void> {
    const due = [...pending.values()];
    pending.clear();
    if (due.length === 0) return;
    try {
      await db.unit(due.map((refusal) => insert.bind(toRow(refusal.entry, refusal.at, refusal.count))));
    } catch (error) {
      for (const refusal of due) count(refusal);
      throw error;
    }
  }

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
      count({ entry, at, count: 1 });
    },
    // One after the other: what an earlier one has taken is written, too, when this resolves.
    flush() {
      writing = writing.then(write, write);
      return writing;
    },
    async prune() {
      const beyond = await db.read
        .selectFrom('audit')
        .select('at')
        .orderBy('at', 'desc')
        .offset(MAX_ROWS)
        .limit(1)
        .executeTakeFirst();
      const end = Math.max(clock.now() - RETENTION_MS, beyond ? beyond.at + 1 : 0);
      await deleteInSteps((limit) =>
        db.write((tx) => {
          const due = tx.selectFrom('audit').select('id').where('at', '<', end).limit(limit);
          return tx.deleteFrom('audit').where('id', 'in', due).executeTakeFirstOrThrow();
        }),
      );
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
