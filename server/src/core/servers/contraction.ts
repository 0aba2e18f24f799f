import { contractTables } from '@azulejo/storage';
import { databaseTime } from '../../database/database-time.ts';
import type { Db, Transaction } from '../../database/index.ts';

export type Contraction = ReturnType<typeof createContraction>;

/** Removes from the tables of PostgreSQL what only servers of earlier versions use, once none is left (README.md). */
export function createContraction(db: Db) {
  let isDone = false;
  /** Returns the contracting migrations that are pending. */
  const pending = async (): Promise<readonly string[]> => (await db.migrationState()).contracting;
  return {
    pending,
    /** Applies what no server prevents any more, and returns the names of these migrations. */
    async run(): Promise<readonly string[]> {
      if (isDone) return [];
      isDone = (await pending()).length === 0;
      return isDone ? [] : contractTables(db, isKnownToAll);
    },
  };
}

/** Returns whether all servers that run know a migration. Their newest one tells. */
async function isKnownToAll(tx: Pick<Transaction, 'selectFrom'>, migration: string): Promise<boolean> {
  const older = await tx
    .selectFrom('servers')
    .select('id')
    .where('until', '>', databaseTime())
    .where('schema', '<', migration)
    .limit(1)
    .executeTakeFirst();
  return older === undefined;
}
