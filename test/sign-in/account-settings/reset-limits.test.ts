import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refused } from '../../support/auth-calls.ts';
import { onSqlite } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';
import { accountScene } from './scene.ts';

onSqlite(
  'mails that strangers request for an account',
  (stage) => accountScene(stage, { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_RESETS_PER_ACCOUNT: '5' }),
  (scene) => {
    it('do not keep a person from a reset at an address that signed in before', async () => {
      const { platform, application, newUser } = scene();
      const { email } = await newUser();
      const body = { email, appId: application.clientId };
      const askFrom = (address: string) =>
        postJson(platform, '/v3/legacy/sendreset', body, { headers: { 'x-forwarded-for': address } });
      for (let count = 0; count < 5; count += 1)
        assert.equal((await askFrom(`198.51.${count}.7`)).status, 200);
      await refused(askFrom('203.0.113.9'), 'too_many_requests');
      assert.equal((await askFrom('127.0.0.1')).status, 200);
    });
  },
);
