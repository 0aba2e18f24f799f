import type { Db } from '../../database/index.ts';
import { type Owner, ownedRows, type Row } from './read-models/owned-rows.ts';
import { type UserTable, userTables } from './user-tables.ts';

/** Columns that hold times; 0 means never. */
const TIMES = new Set([
  'active_at',
  'announced',
  'at',
  'began',
  'code_expires',
  'created',
  'deadline',
  'delivered',
  'devices_since',
  'due',
  'email_confirmed_at',
  'ended',
  'expires',
  'failing_since',
  'hour',
  'inactive_at',
  'last_used',
  'passed',
  'proved_at',
  'requested',
  'revoked_at',
  'rotated_at',
  'settled',
  'since',
  'successor_used_at',
  'time',
  'timestamp',
  'updated',
  'used',
]);

/** Yields one JSON document with everything stored about a user, in pieces, one row per line. */
export async function* exportUser(db: Db, owner: Owner): AsyncGenerator<string> {
  const head = { exported: new Date(owner.now).toISOString(), user_id: owner.id };
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`;
  for (const [n, table] of userTables.entries()) {
    yield `${n === 0 ? '' : ','}\n${JSON.stringify(table.name)}:[`;
    let separator = '\n';
    for await (const rows of ownedRows(db, table, owner)) {
      yield separator + rows.map((row) => JSON.stringify(toRecord(row, table))).join(',\n');
      separator = ',\n';
    }
    yield ']';
  }
  yield '\n}}\n';
}

/** Converts a row for people and programs: times in ISO 8601, JSON as itself, and no secrets. */
function toRecord(row: Row, { hidden = [] }: UserTable): Record<string, unknown> {
  const shown = Object.entries(row).filter(([name]) => !hidden.includes(name));
  return Object.fromEntries(
    shown.map(([name, value]) => {
      if (name.endsWith('_json'))
        return [name.slice(0, -'_json'.length), typeof value === 'string' ? JSON.parse(value) : value];
      if (TIMES.has(name) && typeof value === 'number')
        return [name, value === 0 ? null : new Date(value).toISOString()];
      return [name, value];
    }),
  );
}
