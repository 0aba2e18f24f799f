import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { forms, ok, type Parameters, refused, send } from '../support/auth-calls.ts';
import { clientToken, newApplication, newPerson, personToken } from '../support/people.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { newSession, refresh, sessionScene, useAccess } from '../support/sessions.ts';
import { assertTokenRecord } from '../support/token-fields.ts';

const EXCHANGE = '/v3/auth/exchange';

onEachEngineInFull('spec 2.2: codes of token records', sessionScene, (scene) => {
  const redeem = (record: Pick<TokenRecord, 'client_id' | 'code'>, changes: Parameters = {}) =>
    send(scene().platform, 'GET', EXCHANGE, {
      client_id: record.client_id,
      code: record.code,
      ...changes,
    });

  for (const form of forms) {
    it(`creates another sign-in of the same owner, by ${form}, without a secret`, async () => {
      const { platform, application, person } = scene();
      const first = await newSession(scene());
      const { client_id, code } = first;
      const record = await ok<TokenRecord>(
        send(platform, form, EXCHANGE, { client_id, code, grant_type: 'password', state: 'by code' }),
      );
      assertTokenRecord(record, {
        url: platform.url,
        clientId: application.clientId,
        ownerId: person.id,
        grantType: 'password',
        scope: ['application', 'user'],
        state: 'by code',
        issued: platform.clock.now(),
        lifetime: 30 * 24 * 3600,
      });
      for (const each of [first, record]) await ok(useAccess(platform, each));
      await ok(refresh(platform, record));
    });
  }

  it('keeps the scopes and the state of the original sign-in', async () => {
    const { platform, application, person } = scene();
    const first = await ok<TokenRecord>(
      send(platform, 'GET', '/v3/auth/authorize', {
        response_type: 'password',
        scope: 'user',
        client_id: application.clientId,
        username: person.email,
        password: person.password,
        state: 'kept',
      }),
    );
    const record = await ok<TokenRecord>(redeem(first));
    assert.deepEqual(record.scope, ['user']);
    assert.equal(record.state, 'kept');
  });

  it("redeems a client's code", async () => {
    const { platform } = scene();
    const distributor = await newApplication(platform, { type: 'distributor' });
    const first = await clientToken(platform, distributor, 'distributor');
    const record = await ok<TokenRecord>(redeem(first));
    assert.equal(record.grant_type, 'client_credentials');
    assert.equal(record.owner_id, distributor.clientId);
  });

  it('issues a code with a refreshed token record', async () => {
    const second = await ok<TokenRecord>(refresh(scene().platform, await newSession(scene())));
    await ok(redeem(second));
  });

  describe('after ten minutes', () => {
    for (const [seconds, isTaken] of [
      [599, true],
      [600, false],
    ] as const) {
      it(`${isTaken ? 'accepts' : 'refuses'} a code ${seconds} s after it was issued`, async () => {
        const first = await newSession(scene());
        scene().platform.clock.advance({ seconds });
        if (isTaken) await ok(redeem(first));
        else await refused(redeem(first), 'invalid_code');
        await ok(useAccess(scene().platform, first));
      });
    }
  });

  it('redeems a code once; the second attempt revokes only the sign-in it created', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    const second = await ok<TokenRecord>(redeem(first));
    await ok(useAccess(platform, second));
    const body = await refused(redeem(first), 'invalid_code');
    assert.equal(body.error, 'invalid_grant');
    await refused(useAccess(platform, second), 'revoked_token');
    await refused(refresh(platform, second), 'invalid_refresh_token');
    await ok(useAccess(platform, first));
    await refused(redeem(first), 'invalid_code');
  });

  it('revokes the sign-in that a code created even when it is reused after it expired', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    const second = await ok<TokenRecord>(redeem(first));
    platform.clock.advance({ days: 1 });
    await refused(redeem(first), 'invalid_code');
    await refused(useAccess(platform, second), 'revoked_token');
  });

  it('creates one sign-in when parallel requests redeem it, and the reuse revokes that one', async () => {
    const { platform, db, application, person } = scene();
    const first = await newSession(scene());
    const before = await signInsOf(person.id);
    const responses = await Promise.all(Array.from({ length: 8 }, () => redeem(first)));
    const given = responses.filter((response) => response.status === 200);
    assert.equal(given.length, 1);
    for (const response of responses) if (response.status !== 200) await refused(response, 'invalid_code');
    assert.equal((await signInsOf(person.id)).length, before.length + 1);
    const record = await ok<TokenRecord>(given[0] ?? Response.error());
    await refused(useAccess(platform, record), 'revoked_token');
    assert.equal(record.client_id, application.clientId);

    function signInsOf(userId: string) {
      return db.read.selectFrom('sign_ins').select('id').where('user_id', '=', userId).execute();
    }
  });

  it('refuses a code of another client', async () => {
    const { platform } = scene();
    const other = await newApplication(platform);
    const first = await newSession(scene());
    const attempt = { client_id: other.clientId, client_secret: other.secret };
    await refused(redeem(first, attempt), 'invalid_code');
    await refused(redeem(first, { client_id: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20' }), 'invalid_client');
    await ok(redeem(first));
  });

  const unknown = [
    ['another character', (code: string) => code.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))],
    ['half of it', (code: string) => code.slice(0, 20)],
    ['nothing of it', () => ''],
  ] as const;
  for (const [what, corrupt] of unknown) {
    it(`refuses a code with ${what}, and still accepts the original`, async () => {
      const first = await newSession(scene());
      await refused(redeem({ ...first, code: corrupt(first.code) }), 'invalid_code');
      await ok(redeem(first));
    });
  }

  it('refuses a code once its original sign-in has ended', async () => {
    const { platform, application } = scene();
    const { users } = platform.server.features;
    const signedOut = await newSession(scene());
    await ok(platform.request(signedOut.href, { method: 'DELETE', token: signedOut.access_token }));
    await refused(redeem(signedOut), 'invalid_code');
    const person = await newPerson(platform, application);
    const disabled = await personToken(platform, application, person);
    await users.setState(person.id, 'inactive');
    await refused(redeem(disabled), 'invalid_code');
  });
});
