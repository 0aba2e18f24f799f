import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { newToken } from '@azulejo/server/testing';
import { ok, refused, send } from '../support/auth-calls.ts';
import { newApplication, newPerson, personToken } from '../support/people.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { newSession, refresh, sessionScene, useAccess } from '../support/sessions.ts';

/** Ways in which a refresh token may be damaged. */
const malformed: readonly (readonly [string, (token: string) => string])[] = [
  ['nothing of it', () => ''],
  ['a wrong character', (token) => token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))],
  ['half of it', (token) => token.slice(0, token.length / 2)],
  ['something behind it', (token) => `${token}x`],
  ['a space in front', (token) => ` ${token}`],
  ['other case', (token) => token.toUpperCase()],
  ['another kind of token', () => newToken('aza')],
  ['a thousand characters', (token) => token.padEnd(1000, 'x')],
];

onEachEngineInFull('spec 4.4: invalid refresh tokens', sessionScene, (scene) => {
  for (const [what, corrupt] of malformed) {
    it(`refuses a refresh token with ${what}, and still accepts the original`, async () => {
      const session = await newSession(scene());
      const refresh_token = corrupt(session.refresh_token);
      const body = await refused(
        refresh(scene().platform, session, { refresh_token }),
        'invalid_refresh_token',
      );
      assert.equal(body.error, 'invalid_grant');
      await ok(refresh(scene().platform, session));
    });
  }

  it('refuses a refresh token a year after it was issued', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    platform.clock.advance({ days: 364 });
    const second = await ok<TokenRecord>(refresh(platform, first));
    platform.clock.advance({ days: 365 });
    await refused(refresh(platform, second), 'invalid_refresh_token');
  });

  it('refuses a repeated refresh whose successor has expired', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    await ok(refresh(platform, first));
    platform.clock.advance({ days: 365 });
    await refused(refresh(platform, first), 'invalid_refresh_token');
  });

  it('applies the lifetimes that the application sets', async () => {
    const { platform } = scene();
    const DAY = 24 * 3600;
    const application = await newApplication(platform, {
      accessTokenLifetime: 4 * DAY,
      refreshTokenLifetime: 7 * DAY,
    });
    const first = await personToken(platform, application, await newPerson(platform, application));
    assert.equal(first.expires_in, 4 * DAY);
    platform.clock.advance({ days: 6 });
    const second = await ok<TokenRecord>(refresh(platform, first));
    assert.equal(second.expires_in, 4 * DAY);
    platform.clock.advance({ days: 7 });
    await refused(refresh(platform, second), 'invalid_refresh_token');
  });

  it('refuses refresh tokens after the user, the application or the password has changed', async () => {
    const { platform, application } = scene();
    const { users, applications, passwords } = platform.server.features;
    const endings: readonly ((userId: string, clientId: string) => Promise<unknown>)[] = [
      (userId) => users.setState(userId, 'inactive'),
      async (userId) =>
        users.setPassword(userId, await passwords.hash('a new password', { address: '127.0.0.1' })),
      (_userId, clientId) => applications.setState(clientId, 'disabled'),
    ];
    for (const end of endings) {
      const own = await newApplication(platform);
      const person = await newPerson(platform, own);
      const record = await personToken(platform, own, person);
      await end(person.id, own.clientId);
      const response = await refresh(platform, record);
      assert.equal(response.status, 401, await response.text());
      await refused(useAccess(platform, record), 'revoked_token');
    }
    await ok(refresh(platform, await newSession({ ...scene(), application })));
  });

  it('does not query the database for malformed refresh tokens and codes', async () => {
    const { platform, db, application } = scene();
    const session = await newSession(scene());
    await db.write((tx) => tx.schema.alterTable('sign_ins').renameTo('put_away').execute());
    try {
      for (const [, corrupt] of malformed) {
        const refresh_token = corrupt(session.refresh_token);
        await refused(refresh(platform, session, { refresh_token }), 'invalid_refresh_token');
      }
      const client_id = application.clientId;
      const code = `${session.code.slice(0, -1)}-`;
      await refused(send(platform, 'GET', '/v3/auth/exchange', { client_id, code }), 'invalid_code');
      // Only well-formed tokens are looked up, which fails as the table is missing.
      await refused(refresh(platform, session), 'internal');
      await refused(useAccess(platform, session), 'internal');
    } finally {
      await db.write((tx) => tx.schema.alterTable('put_away').renameTo('sign_ins').execute());
    }
    await ok(refresh(platform, session));
  });
});
