import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LegacyUserRecord } from '@azulejo/contract';
import { refused } from '../support/auth-calls.ts';
import { clientToken } from '../support/people.ts';
import { type Body, setUpPreferences } from '../support/preferences-scene.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';

onEachEngineInFull('the user record of the phone apps', setUpPreferences, (scene) => {
  it('returns the user record with photo and preferences, and null only in cdata', async () => {
    const { platform, send, newUser } = scene();
    const { id, token, legacy } = await newUser();
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

  it('returns the whole record after a change, also after an empty one', async () => {
    const { legacy } = await scene().newUser();
    const changed = await legacy.patch({ name: '  Ana M.  ', preferences: { units: 'imperial' } });
    assertExact(LegacyUserRecord, changed);
    assert.deepEqual([changed['name'], changed['preferences']], ['Ana M.', { units: 'imperial' }]);
    assert.deepEqual(await legacy.patch({}), changed);
  });

  it('raises the revision with each change through either address', async () => {
    const { send, newUser } = scene();
    const { token, modern, legacy } = await newUser();
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
    await assertApiError(
      await send(token, 'PATCH', legacy.path, { name: 'Eva' }, stale),
      'precondition_failed',
    );
    const current = { 'if-match': `"${seen[4]}"` };
    assert.equal((await send(token, 'PATCH', legacy.path, { name: 'Eva' }, current)).status, 200);
    assert.equal((await legacy.get())['name'], 'Eva');
  });

  it("returns the user's secrets to the user's own token only", async () => {
    const { platform, application, send, newUser } = scene();
    const { legacy } = await newUser();
    const { access_token } = await clientToken(platform, application, 'application');
    const seen = await readJson<Body>(await send(access_token, 'GET', legacy.path));
    const changed = await readJson<Body>(await send(access_token, 'PATCH', legacy.path, { name: 'Zé' }));
    for (const record of [seen, changed])
      assert.ok(!('secret' in record) && !('confirmation_hash' in record));
    assert.ok((await legacy.get())['secret']);
  });
});

onEachEngineInFull('changes to the user record of the phone apps', setUpPreferences, (scene) => {
  it('changes name and picture through either address and shows them at both', async () => {
    const { platform, send, newUser } = scene();
    const { id, token, legacy } = await newUser();
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

  it('raises the revision once per change, and not when nothing differs', async () => {
    const { send, newUser } = scene();
    const { id, token } = await newUser();
    const patch = async (body: Body, headers: Body = {}) =>
      send(token, 'PATCH', `/v3/users/${id}`, body, headers);
    const first = await patch({ name: 'Eva' });
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^"2-/);
    assert.equal((await patch({ name: 'Eva' })).headers.get('etag'), etag);
    assert.equal((await send(token, 'GET', `/v3/users/${id}`)).headers.get('etag'), etag);
    await assertApiError(await patch({ name: 'Zoe' }, { 'if-match': '"1-a"' }), 'precondition_failed');
    assert.equal((await patch({ name: 'Zoe' }, { 'if-match': etag })).status, 200);
  });

  it('ignores members that the user may not change', async () => {
    const { send, newUser } = scene();
    const { id, token } = await newUser();
    const path = `/v3/users/${id}`;
    const before = await readJson<Body>(await send(token, 'GET', path));
    const wanted = { email: 'other@example.org', state: 'inactive', target_id: 'x', id: 'x', cdata: {} };
    assert.deepEqual(await readJson<Body>(await send(token, 'PATCH', path, wanted)), before);
  });

  it('refuses empty or long names and pictures without a safe https URL', async () => {
    const { send, newUser } = scene();
    const { id, token } = await newUser();
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
