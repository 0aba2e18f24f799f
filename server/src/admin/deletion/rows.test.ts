import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EngineName } from '@azulejo/storage';
import { forEachEngine } from '@azulejo/storage/testing';
import { type RawBuilder, sql } from 'kysely';
import { type Db, migrations, tables } from '../../database/index.ts';
import { OWNED_TABLES } from './rows.ts';

type Target = keyof typeof OWNED_TABLES;
type Reference = { table: string; column: string; target: string };

/** References that the removal ends in batches by other means. */
const ENDED_OTHERWISE: Record<Target, readonly string[]> = {
  series: [],
  channels: ['grants.channel_id', 'series.channel_id'],
  users: ['channels.context_of', 'token_families.user_id'],
  clients: ['channels.creator_id', 'token_families.client_id', 'users.client_id'],
};

/** References with at most some dozen rows for one owner, which the cascade deletes. */
const FEW_ROWS: Record<Target, readonly string[]> = {
  series: [],
  channels: ['virtual_devices.channel_id'],
  users: [
    'bridge_users.user_id',
    'deletion_requests.user_id',
    'email_requests.user_id',
    'event_counters.user_id',
    'notification_browsers.user_id',
    'notification_recipients.user_id',
    'passkeys.user_id',
    'password_resets.user_id',
    'automation_homes.user_id',
    'presences.user_id',
    'recovery_codes.user_id',
    'second_factors.user_id',
    'user_preferences.user_id',
  ],
  clients: [
    'application_webhooks.application_id',
    'bridge_users.manager_id',
    'bridges.manager_id',
    'client_connections.client_id',
    // Links end when the application is marked as removed.
    'client_links.application_id',
    'client_links.distributor_id',
    'devices.client_id',
    // Users end before their application, and what makers gave them with each.
    'maker_credentials.application_id',
    'manager_webhooks.manager_id',
  ],
};

const referenceQueries: Record<EngineName, RawBuilder<Reference>> = {
  sqlite: sql`select t.name as "table", f."from" as "column", f."table" as "target"
    from sqlite_master as t, pragma_foreign_key_list(t.name) as f
    where t.type = 'table' and f.on_delete = 'CASCADE'`,
  postgres: sql`select f.conrelid::regclass::text as "table", a.attname as "column",
    f.confrelid::regclass::text as "target"
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confdeltype = 'c' and f.connamespace = current_schema()::regnamespace`,
};

async function cascadesTo({ engine, read }: Db, target: Target): Promise<string[]> {
  const { rows } = await referenceQueries[engine].execute(read);
  return rows
    .filter((row) => row.target === target)
    .map(({ table, column }) => `${table}.${column}`)
    .sort();
}

const namesOf = (target: Target) => OWNED_TABLES[target].map(({ table, column }) => `${table}.${column}`);

forEachEngine((_engine, open) => {
  it('deletes in batches what refers to a channel, a series, a user or a client', async () => {
    const db = await open({ migrations });
    for (const target of Object.keys(OWNED_TABLES) as Target[]) {
      const cascades = await cascadesTo(db, target);
      const known = [...namesOf(target), ...ENDED_OTHERWISE[target], ...FEW_ROWS[target]];
      const forgotten = cascades.filter((name) => !known.includes(name));
      assert.deepEqual(forgotten, [], `rows of ${target} that a cascade would delete in one statement`);
      const gone = [...ENDED_OTHERWISE[target], ...FEW_ROWS[target]].filter(
        (name) => !cascades.includes(name),
      );
      assert.deepEqual(gone, [], `references to ${target} that no longer exist`);
    }
  });

  it('finds the rows of each of these tables by an index', async () => {
    const db = await open({ migrations });
    if (db.engine !== 'sqlite') return;
    for (const { table, column, isLong, along } of Object.values(OWNED_TABLES).flat()) {
      const order = isLong
        ? sql` order by ${sql.join((along ?? tables[table].key).map((name) => sql.ref(name)))}`
        : sql``;
      const { rows } = await sql<{ detail: string }>`explain query plan
        select 1 from ${sql.table(table)} where ${sql.ref(column)} = 'x' ${order} limit 1`.execute(db.read);
      const plan = rows.map(({ detail }) => detail).join('; ');
      assert.match(plan, new RegExp(`SEARCH ${table} USING .*${column}=`), plan);
      assert.doesNotMatch(plan, /B-TREE FOR ORDER BY/, plan);
    }
  });
});
