import assert from 'node:assert/strict';
import { it } from 'node:test';
import { userTables } from '@azulejo/server/testing';
import { readTables } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { setUpDemoHome } from '../../support/demo-home.ts';
import { fillHome } from '../../support/full-home.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { callerOf, requestTo } from '../../support/portal-calls.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';

type Export = { user_id: string; tables: Record<string, Record<string, unknown>[]> };
type Removal = { channels: number; shared_channels: number; tiles: number };

async function setUp(stage: Stage) {
  const home = await setUpDemoHome(stage);
  // Otherwise the demo's history grows while the tests count it.
  while (await home.platform.server.features.demoHistory.seedNext());
  const db = await stage.openDatabase();
  await fillHome({ ...home, db });
  const visitor = await visitPortal(home.platform, 'developer');
  const rowsOf = async (table: string) =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.read)).rows;
  /** Returns the rows of the table as JSON. */
  const textsOf = async (table: string) => JSON.stringify(await rowsOf(table));
  return { ...home, db, visitor, call: callerOf(visitor), rowsOf, textsOf };
}

const names = userTables.map(({ name }) => name);

onEachEngineInFull('a user’s stored data in the portal', setUp, (scene) => {
  it('exports every row of a user in every table, without secrets', async () => {
    const { visitor, userId, rowsOf, platform } = scene();
    /** All rows are the user's, except those of the operator who exports. */
    const ownRows = async (name: string) => {
      const stored = await rowsOf(name);
      const column = name === 'audit' ? 'actor_id' : name === 'users' ? 'id' : 'user_id';
      const own = stored.filter((row) => !(column in row) || row[column] === userId);
      return name === 'grants' ? own.filter((row) => row['role'] === 'user') : own;
    };
    const before = new Map<string, number>();
    for (const { name } of userTables) before.set(name, (await ownRows(name)).length);
    const reply = await requestTo(visitor, 'users.export', { user_id: userId });
    assert.equal(reply.headers.get('content-disposition'), `attachment; filename="user-${userId}.json"`);
    const text = await reply.text();
    const { user_id, tables } = JSON.parse(text) as Export;
    assert.equal(user_id, userId);
    assert.deepEqual(Object.keys(tables), names);
    // The demo's devices go on reporting meanwhile.
    for (const { name } of userTables) {
      const exported = tables[name]?.length ?? 0;
      assert.ok(exported > 0, `the user has rows in ${name}`);
      const after = (await ownRows(name)).length;
      assert.ok(exported >= (before.get(name) ?? 0) && exported <= after, name);
    }
    for (const name of names)
      for (const row of await rowsOf(name))
        for (const [column, value] of Object.entries(row))
          if (/hash|secret|sealed|digest/.test(column) && typeof value === 'string' && value !== '')
            assert.ok(!text.includes(value), `${name}.${column}`);
    const [user] = await ownRows('users');
    assert.equal(tables['users']?.[0]?.['email'], user?.['email']);
    assert.match(String(tables['history']?.[0]?.['time']), /^\d{4}-\d\d-\d\dT/);
    assert.ok(!platform.log().includes(String(user?.['email'])), 'the export is not logged');
  });

  it('covers every table with a column that refers to a user or a channel', async () => {
    const { db } = scene();
    const tables = await readTables(db.read, db.engine);
    const holding = tables.filter(({ columns }) =>
      columns.some((name) =>
        ['user_id', 'context_of', 'email_key', 'channel_id', 'series_id'].includes(name),
      ),
    );
    assert.ok(holding.length > 15);
    const known = new Set<string>(names);
    assert.deepEqual(
      holding.map(({ name }) => name).filter((name) => !known.has(name)),
      [],
    );
  });

  it('deletes all data of a user after the e-mail was typed, except for the audit log', async () => {
    const { call, visitor, userId, demo, rowsOf, textsOf, platform, token } = scene();
    const application = await newApplication(platform);
    const other = await newPerson(platform, application);
    const user = { user_id: userId };
    const channels = (await rowsOf('channels')).map((row) => String(row['id']));
    const counted = await call<Removal>('users.removal', user);
    assert.ok(counted.channels > 0 && counted.tiles > 0);
    const wrong = await requestTo(visitor, 'users.remove', { ...user, email: other.email });
    const { errors } = await assertApiError(wrong, 'invalid_request');
    assert.equal(errors?.[0]?.field, 'email');

    const remove = () => requestTo(visitor, 'users.remove', { ...user, email: demo.email.toUpperCase() });
    await readJson(await remove());
    await assertApiError(await remove(), 'not_found');
    await platform.server.features.removal.sweep();
    const left = new Set((await rowsOf('channels')).map((row) => String(row['id'])));
    for (const name of names.filter((each) => each !== 'audit')) {
      const texts = await textsOf(name);
      for (const trace of [userId, demo.email, ...channels.filter((id) => !left.has(id))])
        assert.ok(!texts.includes(trace), `${trace} is left in ${name}`);
    }
    assert.equal(
      channels.filter((id) => left.has(id)).length,
      1,
      'only the context of the other user is left',
    );
    await assertApiError(await platform.request('/v3/users/me', { token }), 'invalid_token');
    assert.equal((await platform.request('/v3/users/me', { token: other.token })).status, 200);
    await assertApiError(await requestTo(visitor, 'users.get', user), 'not_found');
  });
});
