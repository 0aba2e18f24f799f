import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { TokenRecord } from '@azulejo/contract';
import { ok, refused } from '../support/auth-calls.ts';
import { clientToken, newApplication, newPerson, personToken } from '../support/people.ts';
import { onEachEngineInFull, onSqlite } from '../support/scene.ts';
import { newSession, refresh, sessionScene, useAccess } from '../support/sessions.ts';

const DAY = 24 * 3600;

onEachEngineInFull('decision 0006: token lifetimes', sessionScene, (scene) => {
  it("accepts a user's access token for 30 days, to the millisecond of expires", async () => {
    const { platform } = scene();
    const record = await newSession(scene());
    assert.equal(Date.parse(record.expires) - platform.clock.now(), 30 * DAY * 1000);
    platform.clock.advance({ seconds: 30 * DAY - 0.001 });
    await ok(useAccess(platform, record));
    platform.clock.advance({ seconds: 0.001 });
    await refused(useAccess(platform, record), 'expired_token');
    await ok(refresh(platform, record));
  });

  for (const [type, scope] of [
    ['mobile', 'application'],
    ['distributor', 'distributor'],
    ['manager', 'manager'],
  ] as const) {
    it(`accepts the access token of a ${type} client for a year`, async () => {
      const { platform } = scene();
      const record = await clientToken(platform, await newApplication(platform, { type }), scope);
      assert.equal(record.expires_in, 365 * DAY);
      platform.clock.advance({ seconds: 365 * DAY - 1 });
      await ok(useAccess(platform, record));
      platform.clock.advance({ seconds: 1 });
      await refused(useAccess(platform, record), 'expired_token');
    });
  }

  it('counts expires_in down to zero', async () => {
    const { platform } = scene();
    const record = await newSession(scene());
    platform.clock.advance({ days: 29 });
    const other = await newSession(scene());
    const shown = await ok<TokenRecord>(platform.request(record.href, { token: other.access_token }));
    assert.equal(shown.expires_in, DAY);
    platform.clock.advance({ days: 2 });
    const expired = await ok<TokenRecord>(platform.request(record.href, { token: other.access_token }));
    assert.equal(expired.expires_in, 0);
  });

  it('uses the lifetime that the application sets', async () => {
    const { platform } = scene();
    const application = await newApplication(platform, { accessTokenLifetime: 90 * DAY });
    const person = await newPerson(platform, application);
    for (const record of [
      await personToken(platform, application, person),
      await clientToken(platform, application, 'application'),
    ]) {
      assert.equal(record.expires_in, 90 * DAY);
    }
  });

  it('refuses lifetimes below 72 hours, at which known clients would refresh too often', async () => {
    const { platform } = scene();
    for (const lifetimes of [
      { accessTokenLifetime: 72 * 3600 - 1 },
      { refreshTokenLifetime: 72 * 3600 - 1 },
      { accessTokenLifetime: 10 * DAY, refreshTokenLifetime: 9 * DAY },
    ]) {
      await assert.rejects(newApplication(platform, lifetimes), { kind: 'invalid_request' });
    }
  });

  it('ends every sign-in of a user at once when the password changes', async () => {
    const { platform, application } = scene();
    const { users, passwords } = platform.server.features;
    const person = await newPerson(platform, application);
    const neighbour = await newSession(scene());
    const records = [
      await personToken(platform, application, person),
      await personToken(platform, application, person),
    ];
    const password = 'a new and quiet tile';
    await users.setPassword(person.id, await passwords.hash(password, { address: '127.0.0.1' }));
    for (const record of records) await refused(useAccess(platform, record), 'revoked_token');
    await refused(platform.request('/v3/users/me', { token: person.token }), 'revoked_token');
    await assert.rejects(personToken(platform, application, person), /1601/);
    await ok(useAccess(platform, await personToken(platform, application, { ...person, password })));
    await ok(useAccess(platform, neighbour));
  });

  it('creates no valid sign-in when the password changes while the old one is checked', async () => {
    const { platform, application } = scene();
    const { users, passwords } = platform.server.features;
    const person = await newPerson(platform, application);
    const hash = await passwords.hash('a new and quiet tile', { address: '127.0.0.1' });
    const before = passwords.operations();
    const attempt = personToken(platform, application, person).catch(() => undefined);
    while (passwords.operations() === before) await setImmediate();
    await users.setPassword(person.id, hash);
    const record = await attempt;
    if (record) await refused(useAccess(platform, record), 'revoked_token');
  });

  it('keeps an access token that outlives its refresh token', async () => {
    const { platform } = scene();
    const application = await newApplication(platform, { type: 'manager', refreshTokenLifetime: 3 * DAY });
    const record = await clientToken(platform, application, 'manager');
    platform.clock.advance({ days: 40 });
    await platform.server.features.auth.prune();
    await ok(useAccess(platform, record));
  });

  it('ends every sign-in of a disabled user for good', async () => {
    const { platform, application } = scene();
    const { users } = platform.server.features;
    const person = await newPerson(platform, application);
    const record = await personToken(platform, application, person);
    await users.setState(person.id, 'inactive');
    await refused(useAccess(platform, record), 'revoked_token');
    await users.setState(person.id, 'active');
    await refused(useAccess(platform, record), 'revoked_token');
    await ok(useAccess(platform, await personToken(platform, application, person)));
  });

  it('refuses all tokens of a disabled application and its users', async () => {
    const { platform } = scene();
    const application = await newApplication(platform);
    const records = [
      await personToken(platform, application, await newPerson(platform, application)),
      await clientToken(platform, application, 'application'),
    ];
    await platform.server.features.applications.setState(application.clientId, 'disabled');
    for (const record of records) {
      await refused(useAccess(platform, record), 'revoked_token');
      await refused(refresh(platform, record), 'invalid_client');
    }
  });
});

onSqlite(
  'the settings of token lifetimes',
  async ({ start }) => {
    const environment = {
      TOKEN_LIFETIME_USER: '7d',
      TOKEN_LIFETIME_CLIENT: '100h',
      TOKEN_LIFETIME_REFRESH: '8d',
    };
    const platform = await start({ environment });
    return { platform, application: await newApplication(platform) };
  },
  (scene) => {
    it('uses the configured lifetimes when an application sets none', async () => {
      const { platform, application } = scene();
      const record = await personToken(platform, application, await newPerson(platform, application));
      assert.equal(record.expires_in, 7 * DAY);
      assert.equal((await clientToken(platform, application, 'application')).expires_in, 100 * 3600);
      platform.clock.advance({ days: 8 });
      await refused(refresh(platform, record), 'invalid_refresh_token');
    });
  },
);
