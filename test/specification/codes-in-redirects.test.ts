import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { forms, ok, type Parameters, refused, send, without } from '../support/auth-calls.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { useAccess } from '../support/sessions.ts';
import { storedScene } from '../support/sign-in-scene.ts';

const EXCHANGE = '/v3/auth/exchange';
const URI = 'https://shop.example/callback';
const OTHER_URI = 'https://shop.example/other';

async function redirectScene(stage: Stage) {
  const { platform, db } = await storedScene(stage);
  const distributor = await newApplication(platform, {
    type: 'distributor',
    redirectUris: [URI, OTHER_URI],
  });
  return { platform, db, distributor };
}

onEachEngineInFull('spec 4.3: authorization codes in redirects', redirectScene, (scene) => {
  /** Returns a new code with all parameters that its exchange needs. */
  async function newCode(): Promise<Parameters> {
    const { platform, distributor } = scene();
    const { clientId: client_id, secret: client_secret } = distributor;
    const response = await send(platform, 'POST JSON', '/v3/auth/authorize', {
      response_type: 'client_credentials',
      scope: 'distributor',
      client_id,
      client_secret,
      redirect_uri: URI,
      state: 'from the shop',
    });
    assert.equal(response.status, 303);
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
    return { client_id, client_secret, code, redirect_uri: URI };
  }

  const exchange = (parameters: Parameters) => send(scene().platform, 'POST form', EXCHANGE, parameters);

  for (const form of forms) {
    it(`redeems a code once, with the secret and the same URI, by ${form}`, async () => {
      const { platform, distributor } = scene();
      const parameters = await newCode();
      const record = await ok<TokenRecord>(send(platform, form, EXCHANGE, parameters));
      assert.equal(record.owner_id, distributor.clientId);
      assert.deepEqual(record.scope, ['distributor']);
      assert.equal(record.state, 'from the shop');
      await ok(useAccess(platform, record));
      await refused(send(platform, form, EXCHANGE, parameters), 'invalid_code');
      await refused(useAccess(platform, record), 'revoked_token');
    });
  }

  const attempts: readonly (readonly [
    string,
    'invalid_client' | 'invalid_code',
    (parameters: Parameters) => Parameters,
  ])[] = [
    ['no secret', 'invalid_client', (right) => without(right, 'client_secret')],
    ['an empty secret', 'invalid_client', (right) => ({ ...right, client_secret: '' })],
    ['a wrong secret', 'invalid_client', (right) => ({ ...right, client_secret: 'wrong' })],
    ['no redirect_uri', 'invalid_code', (right) => without(right, 'redirect_uri')],
    ['another registered redirect_uri', 'invalid_code', (right) => ({ ...right, redirect_uri: OTHER_URI })],
    ['an unregistered redirect_uri', 'invalid_code', (right) => ({ ...right, redirect_uri: `${URI}/` })],
  ];
  for (const [what, kind, corrupt] of attempts) {
    it(`refuses a code with ${what}, which can still be redeemed`, async () => {
      const parameters = await newCode();
      await refused(exchange(corrupt(parameters)), kind);
      await ok(exchange(parameters));
    });
  }

  it('refuses a code for another client that presents its own valid secret', async () => {
    const other = await newApplication(scene().platform, { type: 'distributor', redirectUris: [URI] });
    const parameters = await newCode();
    const theirs = { ...parameters, client_id: other.clientId, client_secret: other.secret };
    await refused(exchange(theirs), 'invalid_code');
    await ok(exchange(parameters));
  });

  it('does not revoke a sign-in when a code is presented without the secret', async () => {
    const parameters = await newCode();
    const record = await ok<TokenRecord>(exchange(parameters));
    await refused(exchange(without(parameters, 'client_secret')), 'invalid_client');
    await ok(useAccess(scene().platform, record));
  });

  it('refuses a code after ten minutes', async () => {
    const parameters = await newCode();
    scene().platform.clock.advance({ seconds: 600 });
    await refused(exchange(parameters), 'invalid_code');
  });

  it('redeems a code with the previous secret for a day after a rotation', async () => {
    const { platform, distributor } = scene();
    const parameters = await newCode();
    const { secret } = await platform.server.features.applications.rotateSecret(distributor.clientId);
    await ok(exchange(parameters));
    const next = { ...(await newCode()), client_secret: secret };
    await ok(exchange(next));
  });

  it('creates one sign-in when parallel requests redeem it', async () => {
    const parameters = await newCode();
    const responses = await Promise.all(Array.from({ length: 8 }, () => exchange(parameters)));
    assert.equal(responses.filter((response) => response.status === 200).length, 1);
    assert.equal(responses.filter((response) => response.status === 401).length, 7);
  });

  it('redeems a code for the person who signed in by password', async () => {
    const { platform } = scene();
    const mobile = await newApplication(platform, { redirectUris: ['com.example.shop:/signed-in'] });
    const person = await newPerson(platform, mobile);
    const response = await send(platform, 'POST form', '/v3/auth/authorize', {
      response_type: 'password',
      scope: 'user',
      client_id: mobile.clientId,
      username: person.email,
      password: person.password,
      redirect_uri: 'com.example.shop:/signed-in',
    });
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const record = await ok<TokenRecord>(
      exchange({
        client_id: mobile.clientId,
        client_secret: mobile.secret,
        code,
        redirect_uri: 'com.example.shop:/signed-in',
      }),
    );
    assert.equal(record.owner_id, person.id);
    assert.equal(record.grant_type, 'password');
  });

  it('stores a code as a hash, with its redirect URI', async () => {
    const parameters = await newCode();
    const rows = await scene().db.read.selectFrom('codes').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(parameters['code'] ?? ''));
    assert.ok(rows.some((row) => row.redirect_uri === URI && row.redeemed_family_id === null));
  });
});
