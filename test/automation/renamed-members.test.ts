import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Database, migrations } from '@azulejo/server/testing';
import { forEachEngine } from '@azulejo/storage/testing';
import { sql } from 'kysely';

/** An automation of an earlier version, which has its members and those of people. */
const before = {
  label: 'agent',
  when: [{ agent: 'A', id: 'agent' }],
  then: [
    { agent: 'B', as: 'run' },
    { webhook: { url: 'https://example.org', body: { agent: 'mine', agents: [{ type: 'agent' }] } } },
    { notify: { text: '{{agent}} says "agent":', values: { agent: { channel: 'C' } } } },
    { set: { channel: 'C' }, value: { agent: 1 } },
  ],
};
const after = {
  ...before,
  when: [{ automation: 'A', id: 'agent' }],
  then: [{ automation: 'B', as: 'run' }, ...before.then.slice(1)],
};
const COUNT = 450;

forEachEngine((_engine, open, newPlace) => {
  it('renames members of automations of an earlier version, and none of their owners', async () => {
    const place = await newPlace();
    const earlier = await open<Database>({ place, migrations, migrateTo: '0044-sealed-audit-log' });
    const definition = JSON.stringify(before);
    await earlier.write(async (tx) => {
      await sql`insert into clients (id, kind, type, name, namespace, secret_hash, redirect_uris_json,
        origins_json, scopes_json, minimum_password_length, confirmation_hash, state, is_demo, created, updated)
        values ('app', 'application', 'mobile', 'App', 'app', '', '[]', '[]', '[]', 8, '', 'enabled', 0, 1, 1)`.execute(
        tx,
      );
      await sql`insert into users (id, client_id, email, email_key, name, password_hash, namespace, secret,
        confirmation_hash, state, active_at, created, updated)
        values ('ana', 'app', 'ana', 'ana', 'Ana', '', 'ana', '', '', 'active', 1, 1, 1)`.execute(tx);
      for (let number = 0; number < COUNT; number += 1)
        await sql`insert into agents (user_id, id, label, enabled, position, version, definition_json, origin,
          revision, created, updated)
          values ('ana', ${`A${number}`}, 'A', 1, ${number}, 1, ${definition}, 'api', 1, 1, 1)`.execute(tx);
      const message = JSON.stringify({ url: 'https://example.org', body: { agent: 1 }, at: 1 });
      await sql`insert into agent_messages (user_id, id, agent_id, run_id, step, kind, body_json, attempts, due, created)
        values ('ana', 'M', 'A', 'R', 's1', 'webhook', ${message}, 0, 1, 1)`.execute(tx);
      await sql`insert into user_events (user_id, n, type, at, channel_id, component_id, property_id, data_json)
        values ('ana', 1, 'webhook', 1, '', '', '', '{"agent":"A"}'),
          ('ana', 2, 'value', 1, 'C', 'c', 'p', '{"agent":"A"}')`.execute(tx);
    });
    const now = await open<Database>({ place, migrations, migrateTo: '0045-automations' });
    const automations = await now.read.selectFrom('automations').select('definition_json').execute();
    assert.equal(automations.length, COUNT);
    for (const { definition_json } of automations) assert.deepEqual(JSON.parse(definition_json), after);
    const messages = await now.read.selectFrom('automation_messages').select('body_json').execute();
    assert.deepEqual(JSON.parse(messages[0]?.body_json ?? '').body, { agent: 1 });
    const events = await now.read.selectFrom('user_events').select('data_json').orderBy('n').execute();
    assert.deepEqual(
      events.map(({ data_json }) => data_json),
      ['{"automation":"A"}', '{"agent":"A"}'],
    );
  });
});
