import type { ColumnTypes, Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';

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

/** Columns of JSON that name automations in their members. */
const JSON_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  automations: ['definition_json', 'stopped_json'],
  automation_versions: ['definition_json'],
  automation_homes: ['state_json'],
  automation_runs: ['start_json', 'conditions_json', 'chain_json'],
  automation_steps: ['detail_json'],
  automation_misses: ['miss_json'],
  automation_messages: ['body_json'],
};

/** Members and their values, as they are stored. A text that contains one has `\"` instead. */
const MEMBERS: Readonly<Record<string, string>> = {
  '"agent":': '"automation":',
  '"agents":': '"automations":',
  '"op":"agent"': '"op":"automation"',
  '"type":"agent"': '"type":"automation"',
  '"kind":"agent"': '"kind":"automation"',
  '"code":"unknown_agent"': '"code":"unknown_automation"',
};

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
    for (const [table, columns] of Object.entries(JSON_COLUMNS)) {
      for (const column of columns) await renameMembers(db, table, column);
    }
    await sql`update automation_steps set kind = 'automation' where kind = 'agent'`.execute(db);
    await renameMembers(db, 'user_events', 'data_json', sql`type in ('play', 'webhook', 'home')`);
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
  table: string,
  column: string,
  condition = sql`1 = 1`,
): Promise<void> {
  const stored = sql.ref(column);
  for (const [from, to] of Object.entries(MEMBERS)) {
    await sql`update ${sql.table(table)} set ${stored} = replace(${stored}, ${sql.lit(from)}, ${sql.lit(to)})
      where ${condition} and ${stored} like ${sql.lit(`%${from}%`)}`.execute(db);
  }
}
