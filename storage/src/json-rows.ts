import { type RawBuilder, sql } from 'kysely';
import type { EngineName } from './engine.ts';

type ColumnKind = 'text' | 'integer' | 'real';

const postgresTypes: Record<ColumnKind, string> = {
  text: 'text',
  integer: 'bigint',
  real: 'double precision',
};

/** SQLite has `jsonb_each` since 3.51. `json_each` parses a row again for each of its columns. */
const [, minor = '0'] = (process.versions['sqlite'] ?? '').split('.');
const eachOfSqlite = Number(minor) >= 51 ? 'jsonb_each' : 'json_each';

/**
 * Passes many rows in one parameter, so that one statement changes any number of them. `rows` is JSON text:
 * an array with one array per row, whose members are in the order of `columns`. Select from it as a table
 * expression: `kysely.selectFrom(jsonRows<Row>(engine, p('rows'), columns).as('given'))`. SQLite needs
 * `where true` between such a select and `on conflict`.
 */
export function jsonRows<Row extends object>(
  engine: EngineName,
  rows: string,
  columns: Readonly<Record<keyof Row & string, ColumnKind>>,
): RawBuilder<Row> {
  const members = Object.entries<ColumnKind>(columns).map(([name, kind], index) => {
    const position = sql.raw(String(index));
    return engine === 'sqlite'
      ? sql`value ->> ${position} as ${sql.ref(name)}`
      : sql`cast(value ->> ${position} as ${sql.raw(postgresTypes[kind])}) as ${sql.ref(name)}`;
  });
  const source =
    engine === 'sqlite' ? sql`${sql.raw(eachOfSqlite)}(${rows})` : sql`json_array_elements(${rows}::json)`;
  return sql<Row>`(select ${sql.join(members)} from ${source})`;
}
