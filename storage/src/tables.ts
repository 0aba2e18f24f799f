import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { BackupTable } from './backup-format.ts';
import type { EngineName } from './engine.ts';

export const MIGRATIONS_TABLE = 'azulejo_migrations';

type ColumnRow = { table: string; column: string };
type ReferenceRow = { table: string; target: string };

const columnQueries = {
  sqlite: sql<ColumnRow>`select t.name as "table", c.name as "column"
    from sqlite_master as t, pragma_table_info(t.name) as c
    where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' order by t.name, c.cid`,
  postgres: sql<ColumnRow>`select t.relname as "table", c.attname as "column"
    from pg_class t join pg_attribute c on c.attrelid = t.oid
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and c.attnum > 0 and not c.attisdropped and c.attgenerated = '' order by t.relname collate "C", c.attnum`,
};

const referenceQueries = {
  sqlite: sql<ReferenceRow>`select t.name as "table", f."table" as "target"
    from sqlite_master as t, pragma_foreign_key_list(t.name) as f where t.type = 'table'`,
  postgres: sql<ReferenceRow>`select t.relname as "table", target.relname as "target"
    from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class target on target.oid = f.confrelid
    where f.contype = 'f' and t.relnamespace = current_schema()::regnamespace`,
};

/** Returns every table except the migrations table, each after the tables that it refers to. */
export async function readTables(db: QueryExecutorProvider, engine: EngineName): Promise<BackupTable[]> {
  const { rows: columns } = await columnQueries[engine].execute(db);
  const { rows: references } = await referenceQueries[engine].execute(db);
  const names = [...new Set(columns.map(({ table }) => table))].filter((name) => name !== MIGRATIONS_TABLE);
  return inOrder(names, references).map((name) => ({
    name,
    columns: columns.filter(({ table }) => table === name).map(({ column }) => column),
  }));
}

/** Sorts tables topologically. Tables that refer to each other in a cycle need deferrable foreign keys. */
function inOrder(names: readonly string[], references: readonly ReferenceRow[]): string[] {
  const ordered = new Set<string>();
  const begun = new Set<string>();
  function visit(name: string): void {
    if (begun.has(name)) return;
    begun.add(name);
    for (const { table, target } of references) if (table === name) visit(target);
    ordered.add(name);
  }
  for (const name of names) visit(name);
  return [...ordered];
}

type IdentityRow = { table: string; column: string };

/**
 * Sets the identity sequences of PostgreSQL behind the largest stored keys. The sequences do not follow
 * inserts with explicit keys; without this the next insert would reuse an existing key.
 */
export async function continueIdentities(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<IdentityRow>`select t.relname as "table", c.attname as "column"
    from pg_class t join pg_attribute c on c.attrelid = t.oid
    where t.relnamespace = current_schema()::regnamespace and c.attidentity <> '' and not t.relispartition`.execute(
    db,
  );
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}),
      coalesce(max(${sql.ref(column)}), 0) + 1, false) from ${sql.table(table)}`.execute(db);
  }
}
