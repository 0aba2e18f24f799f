import type { ColumnTypes, Migration } from '@azulejo/storage';
import { type Kysely, type RawBuilder, sql } from 'kysely';

const TABLES: Readonly<Record<string, string>> = {
  agents: 'automations',
  agent_versions: 'automation_versions',
  agent_homes: 'automation_homes',
  agent_runs: 'automation_runs',
  agent_steps: 'automation_steps',
  agent_misses: 'automation_misses',
  agent_miss_hours: 'automation_miss_hours',
  agent_messages: 'automation_messages',
  agent_hooks: 'automation_hooks',
};

/** The tables whose rows name an automation in `agent_id`. */
const OF_ONE = ['versions', 'runs', 'steps', 'misses', 'miss_hours', 'messages', 'hooks'] as const;

/** The indexes by the names that they had, which SQLite cannot rename. */
const INDEXES: Readonly<Record<string, { table: string; columns: readonly string[]; where?: string }>> = {
  agent_homes_due_index: { table: 'automation_homes', columns: ['due'], where: 'due is not null' },
  agent_runs_user_id_agent_id_began_place_index: {
    table: 'automation_runs',
    columns: ['user_id', 'automation_id', 'began', 'place'],
  },
  agent_runs_began_index: { table: 'automation_runs', columns: ['began'] },
  agent_steps_at_index: { table: 'automation_steps', columns: ['at'] },
  agent_misses_at_index: { table: 'automation_misses', columns: ['at'] },
  agent_miss_hours_hour_index: { table: 'automation_miss_hours', columns: ['hour'] },
  agent_messages_due_index: { table: 'automation_messages', columns: ['due'] },
  users_agents_revision_index: {
    table: 'users',
    columns: ['id'],
    where: "state = 'active' and home_revision <> automations_revision",
  },
};

type JsonColumns = {
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly where?: RawBuilder<unknown>;
};

/** Columns of JSON that name automations in their members, and the keys of their tables. */
const JSON_COLUMNS: Readonly<Record<string, JsonColumns>> = {
  automations: { key: ['user_id', 'id'], columns: ['definition_json', 'stopped_json'] },
  automation_versions: { key: ['user_id', 'automation_id', 'version'], columns: ['definition_json'] },
  automation_homes: { key: ['user_id'], columns: ['state_json'] },
  automation_runs: {
    key: ['user_id', 'automation_id', 'id'],
    columns: ['start_json', 'conditions_json', 'chain_json'],
  },
  automation_steps: {
    key: ['user_id', 'automation_id', 'run_id', 'step', 'target'],
    columns: ['detail_json'],
  },
  automation_misses: { key: ['user_id', 'automation_id', 'reason', 'at', 'place'], columns: ['miss_json'] },
  automation_messages: { key: ['user_id', 'id'], columns: ['body_json'] },
  user_events: {
    key: ['user_id', 'n'],
    columns: ['data_json'],
    where: sql`type in ('play', 'webhook', 'home')`,
  },
};

const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['agent', 'automation'],
  ['agents', 'automations'],
]);

const VALUES: ReadonlyMap<string, string> = new Map([
  ['op agent', 'automation'],
  ['type agent', 'automation'],
  ['kind agent', 'automation'],
  ['code unknown_agent', 'unknown_automation'],
]);

/** Members whose content people and devices chose: bodies of web requests, values of messages and of properties. */
const OF_OTHERS: ReadonlySet<string> = new Set(['body', 'values', 'value', 'before', 'after', 'data']);

/** Rows that are read and written at once. */
const BATCH = 200;

const nameOf = (name: string): string => name.replaceAll('agent', 'automation');

/** Renames agents to automations: their tables, columns, indexes and constraints, and the members of what is stored. */
export const automations: Migration = {
  async up(db: Kysely<unknown>, { engine }: ColumnTypes) {
    const { schema } = db;
    for (const index of Object.keys(INDEXES)) await schema.dropIndex(index).execute();
    for (const [from, to] of Object.entries(TABLES)) await schema.alterTable(from).renameTo(to).execute();
    for (const each of OF_ONE) {
      await schema.alterTable(`automation_${each}`).renameColumn('agent_id', 'automation_id').execute();
    }
    await schema.alterTable('users').renameColumn('agents_revision', 'automations_revision').execute();
    if (engine === 'postgres') await renameConstraints(db);
    for (const [name, { table, columns, where }] of Object.entries(INDEXES)) {
      const index = schema
        .createIndex(nameOf(name))
        .on(table)
        .columns([...columns]);
      await (where === undefined ? index : index.where(sql.raw<boolean>(where))).execute();
    }
    for (const [table, { columns, ...of }] of Object.entries(JSON_COLUMNS)) {
      for (const column of columns) await renameMembers(db, { table, column, ...of });
    }
    await sql`update automation_steps set kind = 'automation' where kind = 'agent'`.execute(db);
    await sql`update user_events set cause = 'automation:' || substr(cause, 7) where substr(cause, 1, 6) = 'agent:'`.execute(
      db,
    );
    await sql`update settings set name = 'automations_ran' where name = 'agents_ran'`.execute(db);
  },
};

async function renameConstraints(db: Kysely<unknown>): Promise<void> {
  for (const table of [...Object.values(TABLES), 'users']) {
    const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
      where conrelid = ${table}::regclass and conname like '%agent%'`.execute(db);
    for (const { name } of rows) {
      const renamed = sql.ref(nameOf(name));
      await sql`alter table ${sql.table(table)} rename constraint ${sql.ref(name)} to ${renamed}`.execute(db);
    }
  }
}

async function renameMembers(
  db: Kysely<unknown>,
  {
    table,
    column,
    key,
    where = sql`1 = 1`,
  }: Omit<JsonColumns, 'columns'> & { readonly table: string; readonly column: string },
): Promise<void> {
  const from = sql.table(table);
  const keys = sql.join(key.map((name) => sql.ref(name)));
  const placeOf = (row: Record<string, unknown>) => sql.join(key.map((name) => row[name]));
  let last: Record<string, unknown> | undefined;
  do {
    const after = last ? sql`(${keys}) > (${placeOf(last)})` : sql`1 = 1`;
    const { rows } = await sql<
      Record<string, unknown>
    >`select ${keys}, ${sql.ref(column)} as stored from ${from}
      where ${where} and ${sql.ref(column)} like '%agent%' and ${after} order by ${keys} limit ${sql.lit(BATCH)}`.execute(
      db,
    );
    for (const { stored, ...row } of rows) {
      const text = JSON.stringify(renamed(JSON.parse(String(stored))));
      if (text === stored) continue;
      await sql`update ${from} set ${sql.ref(column)} = ${text} where (${keys}) = (${placeOf(row)})`.execute(
        db,
      );
    }
    last = rows.length < BATCH ? undefined : rows.at(-1);
  } while (last);
}

function renamed(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(renamed);
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (OF_OTHERS.has(name)) return [name, value];
      const now = typeof value === 'string' ? (VALUES.get(`${name} ${value}`) ?? value) : renamed(value);
      return [MEMBERS.get(name) ?? name, now];
    }),
  );
}
