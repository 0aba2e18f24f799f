import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toTimestamp, UserRecord } from '@azulejo/contract';
import { clientToken, newApplication, newPerson, personToken } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

const EPOCH_ORIGIN = '1970-01-01T00:00:00.000+0000';

async function setUp({ start, openDatabase }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  const distributor = await newApplication(platform, { type: 'distributor' });
  const { applications, users } = platform.server.features;
  await applications.link(distributor.clientId, application.clientId);
  const person = await newPerson(platform, application, '  Zoë d’Ávila ');
  const asApplication = (await clientToken(platform, application, 'application')).access_token;
  const asDistributor = (await clientToken(platform, distributor, 'distributor')).access_token;
  const get = (id: string, token: string, headers: Record<string, string> = {}) =>
    platform.request(`/v3/users/${id}`, { token, headers });
  const read = async (id: string, token: string) => readJson<UserRecord>(await get(id, token));
  const db = await openDatabase();
  return { platform, application, person, asApplication, asDistributor, users, get, read, db };
}

onEachEngineInFull('spec 4.6: the user record', setUp, (scene) => {
  it('returns every member of spec 2.3 and no other', async () => {
    const { person, read } = scene();
    assertExact(UserRecord, await read('me', person.token));
  });

  it('returns the same record for me, self and the id', async () => {
    const { person, read } = scene();
    const record = await read('me', person.token);
    assert.deepEqual(await read('self', person.token), record);
    assert.deepEqual(await read(person.id, person.token), record);
  });

  it('returns the stored members of a user', async () => {
    const { person, application, read, users } = scene();
    const stored = await users.get(person.id);
    const { _rev, ...record } = await read('me', person.token);
    assert.match(_rev, /^1-[0-9a-f]{32}$/);
    assert.deepEqual(record, {
      _id: `/v3/users/${person.id}`,
      active_ts: toTimestamp(stored.activeAt),
      cdata: null,
      confirmation_hash: stored.confirmationHash,
      created: toTimestamp(stored.created),
      email: person.email,
      href: `/v3/users/${person.id}`,
      id: person.id,
      inactive_ts: EPOCH_ORIGIN,
      name: 'Zoë d’Ávila',
      namespace: stored.namespace,
      secret: stored.secret,
      state: 'active',
      target_id: application.clientId,
      type: 'users',
      updated: toTimestamp(stored.updated),
    });
  });

  it("returns the application's own data and another e-mail once they are stored", async () => {
    const { platform, application, db, read } = scene();
    const person = await newPerson(platform, application);
    const before = await read('me', person.token);
    const changes = { cdata_json: '{"plan":{"tier":2}}', email: `Changed-${person.email}`, revision: 2 };
    await db.write((tx) => tx.updateTable('users').set(changes).where('id', '=', person.id).execute());
    const after = await read('me', person.token);
    assert.deepEqual(after.cdata, { plan: { tier: 2 } });
    assert.equal(after.email, changes.email);
    assert.match(after._rev, /^2-/);
    assert.notEqual(after._rev.slice(2), before._rev.slice(2));
  });

  it('gives each user its own namespace, secret and confirmation hash', async () => {
    const { platform, application, person, read } = scene();
    const other = await newPerson(platform, application);
    const [one, two] = [await read('me', person.token), await read('me', other.token)];
    for (const member of ['namespace', 'secret', 'confirmation_hash'] as const) {
      assert.ok(one[member] && two[member], member);
      assert.notEqual(one[member], two[member], member);
    }
  });

  it("returns the secrets to the user's own token only, the rest to all who may see the user", async () => {
    const { person, asApplication, asDistributor, read } = scene();
    const { secret, confirmation_hash, ...own } = await read('me', person.token);
    assert.ok(secret && confirmation_hash);
    assert.deepEqual(await read(person.id, asApplication), own);
    assert.deepEqual(await read(person.id, asDistributor), own);
  });

  it('returns 404 with the reason for me and self when the token belongs to a client', async () => {
    const { asApplication, asDistributor, get } = scene();
    for (const token of [asApplication, asDistributor]) {
      for (const segment of ['me', 'self']) {
        const { text } = await assertApiError(await get(segment, token), 'no_user');
        assert.match(text, /client.*user/);
      }
    }
  });

  it('returns 404 for unknown and malformed ids', async () => {
    const { asApplication, get } = scene();
    for (const id of [crypto.randomUUID(), 'nobody', 'ME', '%00', "'%20or%201=1"]) {
      await assertApiError(await get(id, asApplication), 'not_found');
    }
  });

  it('returns its revision as ETag and allows only private caches', async () => {
    const { person, get } = scene();
    const response = await get('me', person.token);
    const { _rev } = await readJson<UserRecord>(response);
    assert.equal(response.headers.get('etag'), `"${_rev}"`);
    assert.equal(response.headers.get('cache-control'), 'private, no-cache');
  });

  it('returns 304 when If-None-Match names the revision, and the record otherwise', async () => {
    const { person, get } = scene();
    const etag = (await get('me', person.token)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"1-a", ${etag}`, '*']) {
      const response = await get('me', person.token, { 'if-none-match': known });
      assert.equal(response.status, 304, known);
      assert.equal(await response.text(), '');
      assert.equal(response.headers.get('etag'), etag);
    }
    for (const unknown of ['"1-a"', etag.slice(1, -1), `${etag.slice(0, -1)}0"`]) {
      const expected = unknown === etag.slice(1, -1) ? [200, 304] : [200];
      assert.ok(expected.includes((await get('me', person.token, { 'if-none-match': unknown })).status));
    }
  });

  it('returns 412 when If-Match names another revision', async () => {
    const { person, get } = scene();
    const etag = (await get('me', person.token)).headers.get('etag') ?? '';
    for (const same of [etag, '*', `"1-a", ${etag}`]) {
      assert.equal((await get('me', person.token, { 'if-match': same })).status, 200, same);
    }
    for (const other of ['"1-a"', `W/${etag}`]) {
      await assertApiError(await get('me', person.token, { 'if-match': other }), 'precondition_failed');
    }
  });
});

onEachEngineInFull('spec 3: user states', setUp, (scene) => {
  it('changes to inactive and back, with timestamps and a new revision each time', async () => {
    const { platform, person, asApplication, users, read } = scene();
    const initial = await read(person.id, asApplication);

    platform.clock.advance({ minutes: 5 });
    const disabledAt = toTimestamp(platform.clock.now());
    await users.setState(person.id, 'inactive');
    const inactive = await read(person.id, asApplication);
    assert.deepEqual(
      [inactive.state, inactive.inactive_ts, inactive.active_ts, inactive.updated],
      ['inactive', disabledAt, initial.active_ts, disabledAt],
    );
    assert.match(inactive._rev, /^2-/);

    platform.clock.advance({ minutes: 5 });
    const enabledAt = toTimestamp(platform.clock.now());
    await users.setState(person.id, 'active');
    const active = await read(person.id, asApplication);
    assert.deepEqual(
      [active.state, active.inactive_ts, active.active_ts, active.updated],
      ['active', disabledAt, enabledAt, enabledAt],
    );
    assert.match(active._rev, /^3-/);
    assert.equal(active.created, initial.created);
  });

  it('ends every sign-in when it becomes inactive, and allows new ones once active', async () => {
    const { platform, application, users, get } = scene();
    const person = await newPerson(platform, application);
    await users.setState(person.id, 'inactive');
    await assertApiError(await get('me', person.token), 'revoked_token');
    await users.setState(person.id, 'active');
    await assertApiError(await get('me', person.token), 'revoked_token');
    const { access_token: fresh } = await personToken(platform, application, person);
    assert.equal((await get('me', fresh)).status, 200);
  });
});
