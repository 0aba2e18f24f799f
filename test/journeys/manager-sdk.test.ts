import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TokenRecord } from '@azulejo/contract';
import { newApplication } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const LIFETIME_SECONDS = 365 * 24 * 3600;

async function setUp(stage: Stage) {
  const platform = await stage.start();
  const manager = await newApplication(platform, { type: 'manager' });
  const tokens = async (response: Promise<Response>) => {
    const record = await readJson<TokenRecord>(await response);
    assertExact(TokenRecord, record);
    return record;
  };
  return { platform, manager, tokens };
}

onSqlite('start of the manager SDK', setUp, (scene) => {
  it('signs in with a form and refreshes by GET, while its first token stays valid', async () => {
    const { platform, manager, tokens } = scene();
    // manager-sdk 1.2
    const first = await tokens(
      platform.request('/v3/auth/authorize', {
        method: 'POST',
        body: new URLSearchParams({
          client_id: manager.clientId,
          client_secret: manager.secret,
          response_type: 'client_credentials',
          scope: 'manager',
          state: 'active',
        }),
      }),
    );
    assert.deepEqual([first.scope, first.state], [['manager'], 'active']);
    assert.equal(first.expires_in, LIFETIME_SECONDS);
    // The SDK splits the URL at its colons and reads the third part as the port (manager-sdk 1.3).
    const parts = first.endpoints.mqtt.split(':');
    assert.deepEqual([parts.length, parts[2]], [3, String(platform.config.mqtt.tlsPort)]);
    assert.equal(first.endpoints.http, platform.url);

    // The SDK refreshes two days before the expiry (manager-sdk 1.4), with a content type but no body.
    platform.clock.advance({ days: 363 });
    const next = await tokens(
      platform.request(
        `/v3/auth/exchange?client_id=${manager.clientId}&refresh_token=${first.refresh_token}&grant_type=client_credentials`,
        { headers: { 'content-type': 'application/json' } },
      ),
    );
    assert.notEqual(next.access_token, first.access_token);
    assert.notEqual(next.refresh_token, first.refresh_token);
    assert.equal(next.grant_type, 'client_credentials');
    for (const { access_token: token, href } of [first, next]) {
      assert.equal((await platform.request(href, { token })).status, 200);
    }
  });

  it('receives no_user from /v3/users/me, as its token belongs to a client', async () => {
    const { platform, manager, tokens } = scene();
    const { access_token: token } = await tokens(
      platform.request(
        `/v3/auth/authorize?${new URLSearchParams({
          client_id: manager.clientId,
          client_secret: manager.secret,
          response_type: 'client_credentials',
          scope: 'manager',
        })}`,
        { headers: { 'content-type': 'application/json' } },
      ),
    );
    await assertApiError(await platform.request('/v3/users/me', { token }), 'no_user');
  });
});
