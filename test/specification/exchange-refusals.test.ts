import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { newToken } from '@azulejo/server/testing';
import { ok, refused, send } from '../support/auth-calls.ts';
import { newApplication, newPerson, personToken } from '../support/people.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { newSession, refresh, sessionScene, useAccess } from '../support/sessions.ts';

/** What may be made of a refresh token on its way. */
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

onEachEngineInFull('spec 4.4: refresh tokens that are not taken', sessionScene, (scene) => {
  for (const [what, spoil] of malformed) {
    it(`is refused with ${what}, and harms nothing`, async () => {
      const session = await newSession(scene());
      const refresh_token = spoil(session.refresh_token);
      const body = await refused(
        refresh(scene().platform, session, { refresh_token }),
        'invalid_refresh_token',
      );
      assert.equal(body.error, 'invalid_grant');
      await ok(refresh(scene().platform, session));
    });
  }

  it('is refused once it has expired, a year after it was issued', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    platform.clock.advance({ days: 364 });
    const second = await ok<TokenRecord>(refresh(platform, first));
    platform.clock.advance({ days: 365 });
    await refused(refresh(platform, second), 'invalid_refresh_token');
  });

  it('is not answered with a successor that has expired itself', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    await ok(refresh(platform, first));
    platform.clock.advance({ days: 365 });
    await refused(refresh(platform, first), 'invalid_refresh_token');
  });

  it('lives as long as its application says', async () => {
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

  it('does not outlive its user, its application, or the password', async () => {
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

  it('lets no malformed refresh token or code reach the database', async () => {
    const { platform, db, application } = scene();
    const session = await newSession(scene());
    await db.write((tx) => tx.schema.alterTable('token_families').renameTo('put_away').execute());
    try {
      for (const [, spoil] of malformed) {
        const refresh_token = spoil(session.refresh_token);
        await refused(refresh(platform, session, { refresh_token }), 'invalid_refresh_token');
      }
      const client_id = application.clientId;
      const code = `${session.code.slice(0, -1)}-`;
      await refused(send(platform, 'GET', '/v3/auth/exchange', { client_id, code }), 'invalid_code');
      // Only what is well formed is looked for, and meets the missing table.
      await refused(refresh(platform, session), 'internal');
      await refused(useAccess(platform, session), 'internal');
    } finally {
      await db.write((tx) => tx.schema.alterTable('put_away').renameTo('token_families').execute());
    }
    await ok(refresh(platform, session));
  });
});
