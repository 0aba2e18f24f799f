import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { newToken } from '@azulejo/server/testing';
import { accountBody, PATH } from '../support/accounts.ts';
import { ok, refused, send } from '../support/auth-calls.ts';
import { clientToken, newApplication, newPerson, personToken } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { refresh } from '../support/sessions.ts';
import { postJson } from '../support/wire.ts';

const AUTHORIZE = '/v3/auth/authorize';

const withLimits =
  (environment: Record<string, string>) =>
  async ({ start }: Stage) => {
    const platform = await start({ environment });
    return { platform, application: await newApplication(platform) };
  };

onSqlite(
  'decision 0017: exchange and client credentials',
  withLimits({ RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: '6' }),
  (scene) => {
    it('limits only invalid attempts', async () => {
      const { platform, application } = scene();
      const person = await newPerson(platform, application);
      let manager = await clientToken(platform, application, 'application');
      let phone = await personToken(platform, application, person);
      const renewBoth = async () => {
        manager = await ok<TokenRecord>(refresh(platform, manager));
        phone = await ok<TokenRecord>(refresh(platform, phone));
      };
      for (let time = 0; time < 8; time += 1) await renewBoth();

      const { clientId: client_id, secret: client_secret } = application;
      const invalid: readonly (() => Promise<Response>)[] = [
        () => refresh(platform, phone, { refresh_token: newToken('azr') }),
        () => send(platform, 'GET', '/v3/auth/exchange', { client_id, code: newToken('azc') }),
        () => refresh(platform, phone, { client_id: 'unknown' }),
        () =>
          send(platform, 'GET', AUTHORIZE, {
            response_type: 'client_credentials',
            scope: 'application',
            client_id,
            client_secret: newToken('azs'),
          }),
      ];
      for (const call of [...invalid, ...invalid.slice(0, 2)]) {
        const response = await call();
        assert.equal(response.status, 401, await response.text());
      }
      for (const call of invalid) {
        const response = await call();
        assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
        await refused(response, 'too_many_requests');
      }
      // A 429 stops known managers, so valid requests are accepted whatever else comes from the address.
      await renewBoth();
      const record = await clientToken(platform, application, 'application');
      await ok(send(platform, 'GET', '/v3/auth/exchange', { client_id, code: record.code }));
      assert.ok(client_secret.length > 0);
    });
  },
);

onSqlite(
  'RATE_LIMIT_ACCOUNTS_PER_ADDRESS',
  withLimits({ RATE_LIMIT_ACCOUNTS_PER_ADDRESS: '3', TRUSTED_PROXIES: '127.0.0.1' }),
  (scene) => {
    it('limits new accounts, and attempts with taken e-mails, per network', async () => {
      const { platform, application } = scene();
      const create = (from: string, changes = {}) =>
        postJson(platform, PATH, accountBody(application, changes), { headers: { 'x-forwarded-for': from } });
      await ok(create('203.0.113.1', { email: 'taken@example.org' }));
      await refused(create('203.0.113.1', { email: 'taken@example.org' }), 'user_exists');
      await refused(create('203.0.113.1', { password: 'short' }), 'weak_password');
      await ok(create('203.0.113.1'));
      const response = await create('203.0.113.1');
      assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      await refused(response, 'too_many_requests');
      await refused(create('203.0.113.2'), 'too_many_requests');
      await ok(create('198.51.100.2'));
    });
  },
);

onSqlite('default sign-in limits behind a carrier’s NAT', withLimits({}), (scene) => {
  it('allows 60 new accounts per minute', async () => {
    const { platform, application } = scene();
    const creations = Array.from({ length: 60 }, () => postJson(platform, PATH, accountBody(application)));
    for (const response of await Promise.all(creations)) assert.equal(response.status, 200);
    await refused(postJson(platform, PATH, accountBody(application)), 'too_many_requests');
  });

  it('answers 60 failed sign-ins per minute before it limits them', async () => {
    const { platform, application } = scene();
    const attempt = (index: number) =>
      send(platform, 'POST JSON', AUTHORIZE, {
        response_type: 'password',
        scope: 'user',
        client_id: application.clientId,
        username: `phone-${index}@example.org`,
        password: 'mistyped',
      });
    for (let index = 0; index < 60; index += 1) await refused(attempt(index), 'bad_credentials');
    await refused(attempt(60), 'too_many_requests');
  });
});
