import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { forms, ok, refused, send } from '../support/auth-calls.ts';
import { clientToken } from '../support/people.ts';
import { onEachEngine } from '../support/scene.ts';
import { newSession, refresh, sessionScene, useAccess } from '../support/sessions.ts';
import { assertTokenRecord, type Expected, tokenFields } from '../support/token-fields.ts';

const PATH = '/v3/auth/exchange';

onEachEngine('spec 4.4: refreshing tokens', sessionScene, (scene) => {
  const expected = (): Expected => ({
    url: scene().platform.url,
    clientId: scene().application.clientId,
    ownerId: scene().person.id,
    grantType: 'password',
    scope: ['application', 'user'],
    issued: scene().platform.clock.now(),
    lifetime: 30 * 24 * 3600,
  });

  for (const form of forms) {
    describe(`by ${form}`, () => {
      let first: TokenRecord;
      let second: TokenRecord;
      before(async () => {
        first = await newSession(scene());
        scene().platform.clock.advance({ days: 1 });
        second = await ok<TokenRecord>(refresh(scene().platform, first, {}, form));
      });

      for (const [field, holds] of tokenFields)
        it(`returns ${field} for a refresh`, () => holds(second, expected()));
      it('returns the members of a token record and no others', () => assertTokenRecord(second, expected()));

      it('issues new tokens and a new code', () => {
        for (const member of ['id', 'access_token', 'refresh_token', 'code', 'expires'] as const)
          assert.notEqual(second[member], first[member]);
      });

      it('keeps the previous access token valid in addition to the new one', async () => {
        for (const record of [first, second]) await ok(useAccess(scene().platform, record));
      });

      it('accepts each new refresh token in turn', async () => {
        const third = await ok<TokenRecord>(refresh(scene().platform, second, {}, form));
        const fourth = await ok<TokenRecord>(refresh(scene().platform, third, {}, form));
        for (const record of [second, third, fourth]) await ok(useAccess(scene().platform, record));
      });

      it('names client_id when it is missing, and refresh_token when a code is missing, too', async () => {
        const { client_id, refresh_token } = first;
        await refused(send(scene().platform, form, PATH, { refresh_token }), 'invalid_request', 'client_id');
        await refused(send(scene().platform, form, PATH, { client_id }), 'invalid_request', 'refresh_token');
      });

      it('does not require grant_type, and refuses an unknown one', async () => {
        const session = await newSession(scene());
        const { client_id, refresh_token } = session;
        await refused(
          refresh(scene().platform, session, { grant_type: 'implicit' }, form),
          'unsupported_grant_type',
          'grant_type',
        );
        await ok(send(scene().platform, form, PATH, { client_id, refresh_token }));
      });
    });
  }

  it('keeps the state of the sign-in unless another is sent', async () => {
    const { platform, application, person } = scene();
    const signedIn = await ok<TokenRecord>(
      send(platform, 'GET', '/v3/auth/authorize', {
        response_type: 'password',
        scope: 'user',
        client_id: application.clientId,
        username: person.email,
        password: person.password,
        state: 'first',
      }),
    );
    const kept = await ok<TokenRecord>(refresh(platform, signedIn));
    assert.equal(kept.state, 'first');
    assert.deepEqual(kept.scope, ['user']);
    const refreshed = await ok<TokenRecord>(refresh(platform, kept, { state: 'second' }));
    assert.equal(refreshed.state, 'second');
  });

  it('keeps an access token valid until it expires, however often it was refreshed', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    platform.clock.advance({ days: 29 });
    const second = await ok<TokenRecord>(refresh(platform, first));
    const third = await ok<TokenRecord>(refresh(platform, second));
    await ok(useAccess(platform, first));
    platform.clock.advance({ days: 1 });
    await refused(useAccess(platform, first), 'expired_token');
    for (const record of [second, third]) await ok(useAccess(platform, record));
  });

  it("refreshes a client's tokens after its access token expired", async () => {
    const { platform, application } = scene();
    const first = await clientToken(platform, application, 'application');
    platform.clock.advance({ days: 364 });
    const second = await ok<TokenRecord>(refresh(platform, first));
    platform.clock.advance({ days: 2 });
    await refused(useAccess(platform, first), 'expired_token');
    await ok(useAccess(platform, second));
  });
});
