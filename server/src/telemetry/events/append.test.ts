import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { type Database, type Db, migrations } from '../../database/index.ts';
import { createAppend } from './append.ts';
import type { NewEvent } from './event.ts';

const anyTime = () => Number.POSITIVE_INFINITY;

const NOW = 1_700_000_000_000;
const address = { channelId: 'channel', componentId: 'light', propertyId: 'status' };
const event = (userId: string, data: unknown): NewEvent => ({
  userId,
  at: NOW,
  type: 'value',
  address,
  io: 'iw',
  data,
});

async function addUsers(db: Db, ids: readonly string[]): Promise<void> {
  const client = {
    id: 'application',
    kind: 'application' as const,
    type: 'mobile' as const,
    name: 'Application',
    namespace: 'application',
    secret_hash: '',
    previous_secret_hash: null,
    previous_secret_expires: null,
    redirect_uris_json: '[]',
    origins_json: '[]',
    scopes_json: '[]',
    access_token_lifetime: null,
    refresh_token_lifetime: null,
    minimum_password_length: 8,
    confirmation_hash: '',
    state: 'enabled' as const,
    created: NOW,
    updated: NOW,
  };
  const users = ids.map((id) => ({
    id,
    client_id: client.id,
    email: id,
    email_key: id,
    name: id,
    password_hash: '',
    namespace: id,
    secret: id,
    confirmation_hash: '',
    state: 'active' as const,
    active_at: NOW,
    created: NOW,
    updated: NOW,
  }));
  await db.write(async (tx) => {
    await tx
      .insertInto('clients')
      .values(client)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.insertInto('users').values(users).execute();
  });
}

const logOf = (db: Db, userId: string) =>
  db.read
    .selectFrom('user_events')
    .select(['n', 'data_json as data'])
    .where('user_id', '=', userId)
    .orderBy('n')
    .execute();

forEachEngine((_engine, open, newPlace) => {
  let place: Place;
  let db: Db;
  before(async () => {
    place = await newPlace();
    db = await open<Database>({ place, migrations });
  });

  it('numbers each user’s events from 1 in their order, with two statements', async () => {
    await addUsers(db, ['ana', 'rui']);
    const append = createAppend(db, anyTime);
    const first = append([event('rui', 1), event('ana', 2), event('rui', 3)]);
    assert.equal(first.length, 2);
    await db.unit(first);
    await db.unit(append([event('rui', { text: 'a "quoted" \u0000 é' })]));
    assert.deepEqual(await logOf(db, 'ana'), [{ n: 1, data: '2' }]);
    assert.deepEqual(await logOf(db, 'rui'), [
      { n: 1, data: '1' },
      { n: 2, data: '3' },
      { n: 3, data: '{"text":"a \\"quoted\\" \\u0000 é"}' },
    ]);
    assert.deepEqual(append([]), []);
  });

  it('leaves out only the events of users that do not exist', async () => {
    await addUsers(db, ['eva']);
    await db.unit(createAppend(db, anyTime)([event('gone', 1), event('eva', 2), event('zoe', 3)]));
    assert.deepEqual(await logOf(db, 'eva'), [{ n: 1, data: '2' }]);
    assert.deepEqual(await logOf(db, 'gone'), []);
  });

  it('reuses the numbers of a unit that was rolled back', async () => {
    await addUsers(db, ['joao']);
    const append = createAppend(db, anyTime);
    const impossible = db
      .prepare<object>()((kysely) =>
        kysely.updateTable('users').set({ name: 'x' }).where('id', '=', 'nobody'),
      )
      .bind({}, { expectRow: true });
    const result = await db.unit([...append([event('joao', 1)]), impossible]);
    assert.equal(result.committed, false);
    await db.unit(append([event('joao', 2)]));
    assert.deepEqual(await logOf(db, 'joao'), [{ n: 1, data: '2' }]);
  });

  it('leaves no gap for a reader that follows while several servers write', async () => {
    const users = ['u1', 'u2', 'u3', 'u4'];
    await addUsers(db, users);
    const writers = await Promise.all([1, 2, 3].map(() => open<Database>({ place, migrations })));
    const perWriter = 60;
    let isWriting = true;
    const writing = Promise.all(
      writers.flatMap((writer, index) => {
        const append = createAppend(writer, anyTime);
        // Each writer names the users in a different order.
        const order = [...users.slice(index), ...users.slice(0, index)];
        return Array.from({ length: perWriter }, (_, turn) =>
          writer.unit(append(order.map((user) => event(user, [index, turn])))),
        );
      }),
    ).finally(() => {
      isWriting = false;
    });
    const seen = new Map(users.map((user) => [user, 0]));
    const follow = async () => {
      for (const user of users) {
        const after = seen.get(user) ?? 0;
        const rows = await db.read
          .selectFrom('user_events')
          .select('n')
          .where('user_id', '=', user)
          .where('n', '>', after)
          .orderBy('n')
          .limit(7)
          .execute();
        assert.deepEqual(
          rows.map(({ n }) => n),
          rows.map((_, index) => after + 1 + index),
        );
        seen.set(user, after + rows.length);
      }
    };
    while (isWriting) {
      await follow();
      await setImmediate();
    }
    await writing;
    const total = writers.length * perWriter;
    while ([...seen.values()].some((n) => n < total)) await follow();
    assert.deepEqual([...seen.values()], Array(users.length).fill(total));
  });

  it('still appends for the other users when users are deleted meanwhile', async () => {
    const users = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'];
    await addUsers(db, [...users, 'stays']);
    const other = await open<Database>({ place, migrations });
    const append = createAppend(db, anyTime);
    const appends = Array.from({ length: 40 }, (_, turn) =>
      db.unit(append([...users, 'stays'].map((user) => event(user, turn)))),
    );
    const deletions = users.map((user) =>
      other.write((tx) => tx.deleteFrom('users').where('id', '=', user).execute()),
    );
    await Promise.all([...appends, ...deletions]);
    assert.equal((await logOf(db, 'stays')).length, appends.length);
    for (const user of users) assert.deepEqual(await logOf(db, user), []);
  });
});
