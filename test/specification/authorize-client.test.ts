import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { forms, ok, type Parameters, refused, send, without } from '../support/auth-calls.ts';
import { type Application, newApplication } from '../support/people.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { signInScene } from '../support/sign-in-scene.ts';
import { assertTokenRecord, type Expected, tokenFields } from '../support/token-fields.ts';

const PATH = '/v3/auth/authorize';
const DAY = 24 * 3600;
const YEAR = 365 * DAY;

onEachEngineInFull('spec 4.3: signing in by client credentials', signInScene, (scene) => {
  let distributor: Application;
  let parameters: Parameters;
  before(async () => {
    distributor = await newApplication(scene().platform, { type: 'distributor' });
    parameters = {
      response_type: 'client_credentials',
      scope: 'distributor',
      client_id: distributor.clientId,
      client_secret: distributor.secret,
      state: 'x/y+z 1',
    };
  });

  const expected = (): Expected => ({
    url: scene().platform.url,
    clientId: distributor.clientId,
    ownerId: distributor.clientId,
    grantType: 'client_credentials',
    scope: ['distributor'],
    state: 'x/y+z 1',
    issued: scene().platform.clock.now(),
    lifetime: YEAR,
  });

  for (const form of forms) {
    describe(`by ${form}`, () => {
      let record: TokenRecord;
      before(async () => {
        record = await ok<TokenRecord>(send(scene().platform, form, PATH, parameters));
      });
      for (const [field, holds] of tokenFields)
        it(`returns ${field} for client credentials`, () => holds(record, expected()));
      it('returns no other members for client credentials', () => assertTokenRecord(record, expected()));

      it('returns no state when none was sent', async () => {
        const response = send(scene().platform, form, PATH, without(parameters, 'state'));
        assertTokenRecord(await ok<TokenRecord>(response), { ...expected(), state: undefined });
      });

      for (const name of ['client_id', 'client_secret', 'response_type', 'scope']) {
        it(`refuses client credentials without ${name} and names it`, async () => {
          const response = send(scene().platform, form, PATH, without(parameters, name));
          await refused(response, 'invalid_request', name);
        });
      }

      it('returns the same answer for a wrong secret, an unknown client and a disabled one', async () => {
        const disabled = await newApplication(scene().platform, { type: 'distributor' });
        await scene().platform.server.features.applications.setState(disabled.clientId, 'disabled');
        const attempts = [
          { ...parameters, client_secret: `${distributor.secret}x` },
          { ...parameters, client_secret: distributor.secret.slice(0, -1) },
          { ...parameters, client_id: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20' },
          { ...parameters, client_id: disabled.clientId, client_secret: disabled.secret },
          { ...parameters, client_id: disabled.clientId },
        ];
        const bodies = [];
        for (const attempt of attempts) {
          const body = await refused(send(scene().platform, form, PATH, attempt), 'invalid_client');
          bodies.push({ ...body, request_id: '' });
        }
        assert.equal(bodies[0]?.error, 'invalid_client');
        for (const body of bodies) assert.deepEqual(body, bodies[0]);
      });
    });
  }

  it('computes no password hash, as secrets are random', async () => {
    const { passwords } = scene().platform.server.features;
    const before = passwords.operations();
    await ok(send(scene().platform, 'GET', PATH, parameters));
    await refused(
      send(scene().platform, 'GET', PATH, { ...parameters, client_secret: 'wrong' }),
      'invalid_client',
    );
    assert.equal(passwords.operations(), before);
  });

  it('refuses the secret of another client', async () => {
    const other = await newApplication(scene().platform, { type: 'distributor' });
    const mixed = { ...parameters, client_secret: other.secret };
    await refused(send(scene().platform, 'POST JSON', PATH, mixed), 'invalid_client');
  });

  it('accepts a rotated secret at once, and the previous one for a day', async () => {
    const { platform } = scene();
    const client = await newApplication(platform, { type: 'distributor' });
    const attempt = (secret: string) =>
      send(platform, 'POST JSON', PATH, {
        ...parameters,
        client_id: client.clientId,
        client_secret: secret,
      });
    const rotated = await platform.server.features.applications.rotateSecret(client.clientId);
    for (const secret of [rotated.secret, client.secret]) await ok(attempt(secret));
    platform.clock.advance({ seconds: DAY - 1 });
    for (const secret of [rotated.secret, client.secret]) await ok(attempt(secret));
    platform.clock.advance({ seconds: 1 });
    await ok(attempt(rotated.secret));
    await refused(attempt(client.secret), 'invalid_client');
  });

  it('rejects the previous secret after an immediate rotation, also when the clock is set back', async () => {
    const { platform } = scene();
    const client = await newApplication(platform, { type: 'distributor' });
    const { secret } = await platform.server.features.applications.rotateSecret(client.clientId, {}, true);
    const attempt = (given: string) =>
      send(platform, 'POST JSON', PATH, {
        ...parameters,
        client_id: client.clientId,
        client_secret: given,
      });
    platform.clock.jump({ minutes: -60 });
    await refused(attempt(client.secret), 'invalid_client');
    await ok(attempt(secret));
  });

  it('rejects the oldest secret after a second rotation', async () => {
    const { applications } = scene().platform.server.features;
    const client = await newApplication(scene().platform, { type: 'distributor' });
    const { secret: second } = await applications.rotateSecret(client.clientId);
    const { secret: third } = await applications.rotateSecret(client.clientId);
    const attempt = (secret: string) =>
      send(scene().platform, 'GET', PATH, {
        ...parameters,
        client_id: client.clientId,
        client_secret: secret,
      });
    await refused(attempt(client.secret), 'invalid_client');
    for (const secret of [second, third]) await ok(attempt(secret));
  });
});
