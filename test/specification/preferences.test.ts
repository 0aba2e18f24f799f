import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LegacyUserRecord } from '@azulejo/contract';
import { refused } from '../support/auth-calls.ts';
import { clientToken, newApplication, newPerson } from '../support/people.ts';
import { assertExact, assertProblem, readJson } from '../support/replies.ts';
import { type DatabaseStage, onEachEngine } from '../support/scene.ts';

type Body = Record<string, unknown>;

async function setUp({ start }: DatabaseStage) {
  const platform = await start();
  const application = await newApplication(platform);
  const send = (token: string, method: string, path: string, body?: unknown, headers: Body = {}) =>
    platform.request(path, {
      method,
      token,
      headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  /** A new person's two addresses. */
  const newFaces = async () => {
    const { id, token } = await newPerson(platform, application);
    const modern = `/v3/users/${id}/preferences`;
    const legacy = `/v3/legacy/users/${id}`;
    const json = async (method: string, path: string, body?: unknown) =>
      readJson<Body>(await send(token, method, path, body));
    return {
      id,
      token,
      modern: {
        path: modern,
        get: () => json('GET', modern),
        patch: (body: unknown) => json('PATCH', modern, body),
        post: (body: unknown) => json('POST', modern, body),
      },
      legacy: {
        path: legacy,
        get: () => json('GET', legacy),
        preferences: async () => (await json('GET', legacy))['preferences'] as Body,
        patch: (body: unknown) => json('PATCH', legacy, body),
      },
    };
  };
  return { platform, application, send, newFaces };
}

/** What Android sends after each load of its lists (android-app 2.2). */
const android = {
  units: 'imperial',
  hour_format: '12h',
  timezone: 'America/New_York',
  currency: 'USD',
  language: 'en',
  locale: 'en_US',
};

/** What iOS sends at each start (ios-app 2.2). */
const ios = {
  units: 'metric',
  timezone: 'Europe/Lisbon',
  currency: 'EUR',
  hourFormat: 24,
  language: 'pt',
  locale: 'pt_PT',
};

onEachEngine('preferences', setUp, (scene) => {
  it('are there for a new user, and empty', async () => {
    const { modern, legacy } = await scene().newFaces();
    assert.deepEqual(await modern.get(), {});
    assert.deepEqual(await legacy.preferences(), {});
  });

  it('come back exactly as Android sent them, and only what it names changes', async () => {
    const { modern } = await scene().newFaces();
    assert.deepEqual(await modern.patch(android), android);
    assert.deepEqual(await modern.get(), android);
    assert.deepEqual(await modern.patch({ units: 'metric' }), { ...android, units: 'metric' });
    const own = { notifications: 'email,sms', theme: { tiles: { blue: true, sizes: [1, 2.5] } } };
    assert.deepEqual(await modern.patch(own), { ...android, units: 'metric', ...own });
  });

  it('are merged however deep, and null removes', async () => {
    const { modern, legacy } = await scene().newFaces();
    await modern.patch({ a: { b: { c: 1, d: 2 } }, e: 'text', f: { g: 1 } });
    const after = await modern.patch({
      a: { b: { c: null, x: 3 } },
      e: { now: 'an object' },
      f: null,
      h: null,
    });
    assert.deepEqual(after, { a: { b: { d: 2, x: 3 } }, e: { now: 'an object' } });
    await legacy.patch({ preferences: { notifications: { email: { state: true }, sms: { state: true } } } });
    await legacy.patch({ preferences: { notifications: { sms: { state: false, gone: null } } } });
    assert.deepEqual(await legacy.preferences(), {
      notifications: { email: { state: true }, sms: { state: false } },
    });
  });

  it('share units and the clock between the two addresses, and nothing else', async () => {
    const { modern, legacy } = await scene().newFaces();
    await modern.patch(android);
    assert.deepEqual(await legacy.preferences(), { units: 'imperial', hourFormat: 12 });
    await legacy.patch({ preferences: ios });
    assert.deepEqual(await legacy.preferences(), ios);
    assert.deepEqual(await modern.get(), { ...android, units: 'metric', hour_format: '24h' });
    // Each phone sends again what it has: the other's stays.
    await modern.patch({ ...android, units: 'metric', hour_format: '24h' });
    assert.deepEqual(await legacy.preferences(), ios);
  });

  it('keep the clock of one address where the other says what it has no word for', async () => {
    const { modern, legacy } = await scene().newFaces();
    await legacy.patch({ preferences: { hourFormat: 12 } });
    await modern.patch({ hour_format: 'HH:mm' });
    assert.deepEqual(
      [await modern.get(), await legacy.preferences()],
      [{ hour_format: 'HH:mm' }, { hourFormat: 12 }],
    );
    await legacy.patch({ preferences: { hourFormat: null, units: null } });
    assert.deepEqual([await modern.get(), await legacy.preferences()], [{}, {}]);
  });

  it('are replaced by POST: what it does not name is gone, at both addresses where it is shared', async () => {
    const { modern, legacy } = await scene().newFaces();
    await modern.patch({ ...android, extra: { a: 1 } });
    await legacy.patch({ preferences: { language: 'pt' } });
    assert.deepEqual(await modern.post({ timezone: 'UTC', none: null }), { timezone: 'UTC' });
    assert.deepEqual(await modern.get(), { timezone: 'UTC' });
    assert.deepEqual(await legacy.preferences(), { language: 'pt' });
  });

  it('keep a refusal to share the location, whatever an app sends or replaces', async () => {
    const { platform, newFaces } = scene();
    const { allowsLocation } = platform.server.features.preferences;
    const { id, modern, legacy } = await newFaces();
    assert.equal(await allowsLocation(id), true);
    assert.deepEqual(await modern.patch({ location_sharing: false }), { location_sharing: false });
    for (const say of [
      () => modern.patch(android),
      () => modern.post(android),
      () => legacy.patch({ preferences: ios }),
    ]) {
      await say();
      assert.equal(await allowsLocation(id), false);
      assert.equal((await modern.get())['location_sharing'], false);
    }
    await legacy.patch({ preferences: { location_sharing: true } });
    assert.deepEqual([await allowsLocation(id), (await modern.get())['location_sharing']], [true, true]);
    await modern.patch({ location_sharing: false });
    assert.equal('location_sharing' in (await modern.patch({ location_sharing: null })), false);
    assert.equal(await allowsLocation(id), true, 'who takes the word back has said nothing');
  });

  it('refuse what a known app would end at, or what cannot come back as it was', async () => {
    const { send, newFaces } = scene();
    const { token, modern, legacy } = await newFaces();
    const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
    const cases: [body: unknown, field: string][] = [
      [{ notifications: { email: true } }, 'notifications'],
      [{ units: 1 }, 'units'],
      [{ location_sharing: 'no' }, 'location_sharing'],
      [{ list: [1, null] }, 'body.list'],
      [{ text: 'a\u0000b' }, 'body.text'],
      [{ half: '\ud800' }, 'body.half'],
      [{ ['\ud800']: 1 }, 'body'],
      [{ a: { b: ['\ud800'] } }, 'body.a'],
      [deep(9), 'body.a'],
    ];
    for (const [body, field] of cases) {
      for (const method of ['PATCH', 'POST']) {
        const problem = await refused(send(token, method, modern.path, body), 'invalid_request');
        assert.deepEqual(
          problem.errors?.map((each) => each.field),
          [field],
          JSON.stringify(body),
        );
      }
    }
    await refused(
      send(token, 'PATCH', legacy.path, { preferences: { hourFormat: '24' } }),
      'invalid_request',
      'preferences.hourFormat',
    );
    await refused(
      send(token, 'PATCH', legacy.path, { preferences: { x: [null] } }),
      'invalid_request',
      'preferences.x',
    );
    await refused(send(token, 'PATCH', modern.path, '{"__proto__":{"units":"x"}}'), 'malformed_body');
    await refused(send(token, 'PATCH', modern.path, '[]'), 'malformed_body');
    assert.deepEqual(await modern.patch(deep(8)), deep(8), 'as deep as may be');
  });

  it('are bounded in all, also when they grow bit by bit', async () => {
    const { send, newFaces } = scene();
    const { token, modern } = await newFaces();
    await modern.patch({ one: 'x'.repeat(10_000) });
    await assertProblem(
      await send(token, 'PATCH', modern.path, { two: 'x'.repeat(10_000) }),
      'quota_exceeded',
    );
    assert.deepEqual(Object.keys(await modern.get()), ['one']);
    await modern.patch({ one: null, two: 'x'.repeat(10_000) });
    assert.deepEqual(Object.keys(await modern.get()), ['two']);
  });

  it('may have a member that is called like a part of the path', async () => {
    const { modern, id } = await scene().newFaces();
    assert.deepEqual(await modern.patch({ user_id: 'mine', constructor: 1 }), {
      user_id: 'mine',
      constructor: 1,
    });
    assert.notEqual((await modern.get())['user_id'], id);
  });

  it('carry a revision that 304 and 412 go by, and that only a change raises', async () => {
    const { send, newFaces } = scene();
    const { token, modern } = await newFaces();
    const etag = async () => (await send(token, 'GET', modern.path)).headers.get('etag') ?? '';
    const born = await etag();
    const first = await send(token, 'PATCH', modern.path, android, { 'if-match': born });
    assert.equal(first.status, 200);
    const then = first.headers.get('etag') ?? '';
    assert.equal(then, await etag());
    await assertProblem(
      await send(token, 'PATCH', modern.path, ios, { 'if-match': born }),
      'precondition_failed',
    );
    await assertProblem(
      await send(token, 'POST', modern.path, ios, { 'if-match': born }),
      'precondition_failed',
    );
    assert.equal((await send(token, 'GET', modern.path, undefined, { 'if-none-match': then })).status, 304);
    await modern.patch(android);
    assert.equal(await etag(), then, 'a known app says the same at each start');
  });

  it('of two phones that write at one time both stand', async () => {
    const { modern } = await scene().newFaces();
    await Promise.all(Array.from({ length: 8 }, (_, n) => modern.patch({ [`phone${n}`]: n })));
    assert.equal(Object.keys(await modern.get()).length, 8);
  });
});

onEachEngine('the user record of known apps', setUp, (scene) => {
  it('is the user record, with a picture and preferences, and without null but in cdata', async () => {
    const { platform, send, newFaces } = scene();
    const { id, token, legacy } = await newFaces();
    const record = await legacy.get();
    assertExact(LegacyUserRecord, record);
    const { _rev: _own, photo, photoUrl, preferences, ...rest } = record;
    const { _rev: _other, ...user } = await readJson<Body>(await send(token, 'GET', `/v3/users/${id}`));
    assert.deepEqual(rest, user);
    assert.deepEqual([photo, photoUrl, preferences], [`${platform.url}/images/user.png`, photo, {}]);
    assert.equal((await fetch(String(photo))).status, 200);
    const { cdata: _cdata, ...others } = record;
    assert.doesNotMatch(JSON.stringify(others), /null/);
  });

  it('answers a change with the whole record, an object also where nothing is sent', async () => {
    const { legacy } = await scene().newFaces();
    const changed = await legacy.patch({ name: '  Ana M.  ', preferences: { units: 'imperial' } });
    assertExact(LegacyUserRecord, changed);
    assert.deepEqual([changed['name'], changed['preferences']], ['Ana M.', { units: 'imperial' }]);
    assert.deepEqual(await legacy.patch({}), changed);
  });

  it('goes by a revision that any change raises, also one of the other address', async () => {
    const { send, newFaces } = scene();
    const { token, modern, legacy } = await newFaces();
    const revision = async () => String((await legacy.get())['_rev']);
    const seen = [await revision()];
    for (const change of [
      () => legacy.patch({ name: 'Rui' }),
      () => legacy.patch({ preferences: { language: 'pt' } }),
      () => modern.patch({ units: 'imperial' }),
      () => modern.patch({ location_sharing: false }),
    ]) {
      await change();
      seen.push(await revision());
    }
    assert.deepEqual(
      seen.map((each) => each.split('-')[0]),
      ['1', '2', '3', '4', '5'],
    );
    const stale = { 'if-match': `"${seen[3]}"` };
    await assertProblem(
      await send(token, 'PATCH', legacy.path, { name: 'Eva' }, stale),
      'precondition_failed',
    );
    const current = { 'if-match': `"${seen[4]}"` };
    assert.equal((await send(token, 'PATCH', legacy.path, { name: 'Eva' }, current)).status, 200);
    assert.equal((await legacy.get())['name'], 'Eva');
  });

  it('shows the user’s secrets to the user’s own token only', async () => {
    const { platform, application, send, newFaces } = scene();
    const { legacy } = await newFaces();
    const { access_token } = await clientToken(platform, application, 'application');
    const seen = await readJson<Body>(await send(access_token, 'GET', legacy.path));
    const changed = await readJson<Body>(await send(access_token, 'PATCH', legacy.path, { name: 'Zé' }));
    for (const record of [seen, changed])
      assert.ok(!('secret' in record) && !('confirmation_hash' in record));
    assert.ok((await legacy.get())['secret']);
  });
});

onEachEngine('changing a user', setUp, (scene) => {
  it('takes a name and a picture by either address, and shows them at both', async () => {
    const { platform, send, newFaces } = scene();
    const { id, token, legacy } = await newFaces();
    const path = `/v3/users/${id}`;
    const uploaded = `${platform.url}/uploads/abc.png`;
    const changed = await readJson<Body>(await send(token, 'PATCH', path, { name: 'Inês', photo: uploaded }));
    assert.deepEqual([changed['name'], changed['photoUrl']], ['Inês', uploaded]);
    assert.equal((await legacy.get())['photo'], uploaded);
    await legacy.patch({ photoUrl: 'https://pictures.example/a b.png' });
    const seen = await readJson<Body>(await send(token, 'GET', path));
    assert.equal(seen['photoUrl'], 'https://pictures.example/a%20b.png');
    const without = await readJson<Body>(await send(token, 'PATCH', path, { photo: null }));
    assert.ok(!('photoUrl' in without));
    assert.match(String((await legacy.get())['photo']), /\/images\/user\.png$/);
  });

  it('raises the revision once a change, and none where nothing differs', async () => {
    const { send, newFaces } = scene();
    const { id, token } = await newFaces();
    const patch = async (body: Body, headers: Body = {}) =>
      send(token, 'PATCH', `/v3/users/${id}`, body, headers);
    const first = await patch({ name: 'Eva' });
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^"2-/);
    assert.equal((await patch({ name: 'Eva' })).headers.get('etag'), etag);
    assert.equal((await send(token, 'GET', `/v3/users/${id}`)).headers.get('etag'), etag);
    await assertProblem(await patch({ name: 'Zoe' }, { 'if-match': '"1-a"' }), 'precondition_failed');
    assert.equal((await patch({ name: 'Zoe' }, { 'if-match': etag })).status, 200);
  });

  it('leaves alone what is not the user’s to change', async () => {
    const { send, newFaces } = scene();
    const { id, token } = await newFaces();
    const path = `/v3/users/${id}`;
    const before = await readJson<Body>(await send(token, 'GET', path));
    const wanted = { email: 'other@example.org', state: 'inactive', target_id: 'x', id: 'x', cdata: {} };
    assert.deepEqual(await readJson<Body>(await send(token, 'PATCH', path, wanted)), before);
  });

  it('refuses names that are none and pictures that others could see through', async () => {
    const { send, newFaces } = scene();
    const { id, token } = await newFaces();
    const cases: [Body, string][] = [
      [{ name: '' }, 'name'],
      [{ name: '   ' }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ photo: 'http://pictures.example/a.png' }, 'photo'],
      [{ photo: '/images/user.png' }, 'photo'],
      [{ photo: 'javascript:alert(1)' }, 'photo'],
      [{ photo: 'data:image/png;base64,AA==' }, 'photo'],
      [{ photoUrl: 'https://user:word@pictures.example/a.png' }, 'photoUrl'],
    ];
    for (const [body, field] of cases)
      await refused(send(token, 'PATCH', `/v3/users/${id}`, body), 'invalid_request', field);
  });
});
