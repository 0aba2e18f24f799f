import { type BoundStatement, jsonRows } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';

/**
 * Returns a function that makes units which lock the same channels run one after another, on PostgreSQL: what follows
 * in a unit need not have an order then. On SQLite, units never overlap.
 */
export function prepareLockChannels(db: Db): (channelIds: readonly string[]) => BoundStatement[] {
  if (db.engine === 'sqlite') return () => [];
  const lock = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('rows'), { id: 'text' }).as('given'))
      .innerJoin('channels', 'channels.id', 'given.id')
      .select('channels.id')
      .orderBy('channels.id')
      .forNoKeyUpdate('channels'),
  );
  return (channelIds) =>
    channelIds.length === 0
      ? []
      : [lock.bind({ rows: JSON.stringify([...new Set(channelIds)].map((id) => [id])) })];
}
