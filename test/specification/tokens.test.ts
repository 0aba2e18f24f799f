import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TokenMetadata, type TokenRecord } from '@azulejo/contract';
import { ok, refused } from '../support/auth-calls.ts';
import { clientToken, newApplication, newPerson, personToken } from '../support/people.ts';
import { assertExact } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { newSession, refresh, sessionScene, useAccess } from '../support/sessions.ts';

onEachEngineInFull('spec 2.2: token records', sessionScene, (scene) => {
  const call = (method: string, target: TokenRecord, by: TokenRecord, headers: Record<string, string> = {}) =>
    scene().platform.request(target.href, { method, token: by.access_token, headers });

  it('returns the record without the tokens to its owner', async () => {
    const record = await newSession(scene());
    const metadata = await ok<TokenMetadata>(call('GET', record, record));
    assertExact(TokenMetadata, metadata);
    const { access_token, refresh_token, code, ...rest } = record;
    assert.deepEqual(metadata, rest);
    for (const secret of [access_token, refresh_token, code])
      assert.ok(!JSON.stringify(metadata).includes(secret));
  });

  it("returns a client's own record, with the state", async () => {
    const { platform, application } = scene();
    const record = await clientToken(platform, application, 'application');
    assert.equal((await ok<TokenMetadata>(call('GET', record, record))).owner_id, application.clientId);
  });

  it('shows a token record to other sign-ins of the same owner', async () => {
    const [one, other] = [await newSession(scene()), await newSession(scene())];
    assert.equal((await ok<TokenMetadata>(call('GET', one, other))).id, one.id);
  });

  it('returns 404 to everyone else', async () => {
    const { platform, application } = scene();
    const record = await newSession(scene());
    const neighbour = await personToken(platform, application, await newPerson(platform, application));
    const own = await clientToken(platform, application, 'application');
    const other = await newApplication(platform);
    const stranger = await personToken(platform, other, await newPerson(platform, other));
    for (const by of [neighbour, own, stranger]) {
      for (const method of ['GET', 'DELETE']) await refused(call(method, record, by), 'not_found');
    }
    await refused(call('GET', own, record), 'not_found');
    for (const id of ['7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20', 'x', record.access_token])
      await refused(call('GET', { ...record, href: `/v3/tokens/${id}` }, record), 'not_found');
    await ok(useAccess(platform, record));
  });

  it('ends every token of the sign-in on DELETE, and no other sign-in', async () => {
    const { platform, db, person } = scene();
    const first = await newSession(scene());
    const second = await ok<TokenRecord>(refresh(platform, first));
    const elsewhere = await newSession(scene());
    assert.deepEqual(await ok(call('DELETE', first, second)), {});
    for (const record of [first, second]) {
      await refused(useAccess(platform, record), 'revoked_token');
      await refused(refresh(platform, record), 'invalid_refresh_token');
    }
    await ok(useAccess(platform, elsewhere));
    await refused(call('GET', first, elsewhere), 'not_found');
    await refused(call('DELETE', first, elsewhere), 'not_found');
    const audited = await db.read
      .selectFrom('audit')
      .select('count')
      .where('action', '=', 'sign-out')
      .where('actor_id', '=', person.id)
      .where('at', '=', platform.clock.now())
      .execute();
    assert.deepEqual(audited, [{ count: 1 }]);
    platform.clock.advance({ seconds: 1 });
  });

  it('returns an ETag that revalidates the record and changes with it', async () => {
    const { platform } = scene();
    const record = await newSession(scene());
    const response = await call('GET', record, record);
    const etag = response.headers.get('etag') ?? '';
    assert.match(etag, /^"1-[\da-f]{32}"$/);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    platform.clock.advance({ minutes: 1 });
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const revalidated = await call('GET', record, record, { 'if-none-match': known });
      assert.equal(revalidated.status, 304);
      assert.equal(revalidated.headers.get('etag'), etag);
      assert.equal(await revalidated.text(), '');
    }
    await ok(call('GET', record, record, { 'if-none-match': '"other"' }));
    await ok(refresh(platform, record));
    const changed = await call('GET', record, record, { 'if-none-match': etag });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get('etag'), etag);
  });

  it('deletes a token record only at the revision that If-Match names', async () => {
    const record = await newSession(scene());
    const etag = (await call('GET', record, record)).headers.get('etag') ?? '';
    for (const wrong of ['"1-00000000000000000000000000000000"', `W/${etag}`, 'nonsense'])
      await refused(call('DELETE', record, record, { 'if-match': wrong }), 'precondition_failed');
    await ok(useAccess(scene().platform, record));
    await ok(call('DELETE', record, record, { 'if-match': `"other", ${etag}` }));
    await refused(useAccess(scene().platform, record), 'revoked_token');
  });

  it('deletes a token record at any revision with If-Match *', async () => {
    const record = await newSession(scene());
    await ok(call('DELETE', record, record, { 'if-match': '*' }));
    await refused(useAccess(scene().platform, record), 'revoked_token');
  });

  it('accepts neither PUT, POST nor PATCH', async () => {
    const record = await newSession(scene());
    for (const method of ['PUT', 'POST', 'PATCH']) {
      const response = await call(method, record, record);
      assert.equal(response.headers.get('allow'), 'GET, DELETE, HEAD, OPTIONS');
      await refused(response, 'method_not_allowed');
    }
  });
});
