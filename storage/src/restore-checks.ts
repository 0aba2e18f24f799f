import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { BackupError, type BackupHeader, type BackupTable } from './backup-format.ts';

/** Throws `BackupError` unless the backup and the database have the same migrations and tables. */
export function refuseMismatch(backup: BackupHeader, target: BackupHeader): void {
  if (!isDeepStrictEqual(backup.migrations, target.migrations)) {
    throw new BackupError(
      `the backup was made after migration ${backup.migrations.at(-1)}, this database is at ${target.migrations.at(-1)}`,
    );
  }
  const shape = ({ tables }: BackupHeader) =>
    tables.map(({ name, columns }) => `${name}(${columns.toSorted().join(', ')})`).toSorted();
  const expected = shape(target);
  const strange = shape(backup).filter((table) => !expected.includes(table));
  if (strange.length > 0) throw new BackupError(`the backup has tables unknown here: ${strange.join('; ')}`);
}

/** Throws `BackupError` when a table has rows. */
export async function refuseFilled(db: Kysely<unknown>, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) throw new BackupError(`the database is not empty: ${name} has rows`);
  }
}

export async function countRows(db: Kysely<unknown>, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}
