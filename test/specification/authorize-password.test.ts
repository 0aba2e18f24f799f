import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { forms, ok, type Parameters, refused, send, without } from '../support/auth-calls.ts';
import { newPerson, type Person } from '../support/people.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { signInScene } from '../support/sign-in-scene.ts';
import { assertTokenRecord, type Expected, tokenFields } from '../support/token-fields.ts';

const PATH = '/v3/auth/authorize';
const DAYS = 24 * 3600;

onEachEngineInFull('spec 4.2: signing in by password', signInScene, (scene) => {
  let person: Person;
  let parameters: Parameters;
  before(async () => {
    person = await newPerson(scene().platform, scene().application);
    parameters = {
      response_type: 'password',
      scope: 'application,user',
      client_id: scene().application.clientId,
      username: person.email,
      password: person.password,
    };
  });

  const expected = (): Expected => ({
    url: scene().platform.url,
    clientId: scene().application.clientId,
    ownerId: person.id,
    grantType: 'password',
    scope: ['application', 'user'],
    issued: scene().platform.clock.now(),
    lifetime: 30 * DAYS,
  });

  for (const form of forms) {
    describe(`by ${form}`, () => {
      let record: TokenRecord;
      before(async () => {
        record = await ok<TokenRecord>(send(scene().platform, form, PATH, parameters));
      });
      for (const [field, holds] of tokenFields)
        it(`returns ${field} for a password`, () => holds(record, expected()));
      it('returns no other members for a password', () => assertTokenRecord(record, expected()));

      it('issues an access token that works', async () => {
        const { access_token: token } = record;
        assert.equal((await scene().platform.request('/v3/users/me', { token })).status, 200);
      });

      it('forbids caches to store the answer', async () => {
        const { headers } = await send(scene().platform, form, PATH, parameters);
        assert.equal(headers.get('cache-control'), 'no-store');
        assert.equal(headers.get('referrer-policy'), 'no-referrer');
      });

      it('returns the state that was sent', async () => {
        const state = 'a b&c=d/é 🏠';
        const echoed = await ok<TokenRecord>(send(scene().platform, form, PATH, { ...parameters, state }));
        assertTokenRecord(echoed, { ...expected(), state });
      });

      for (const name of ['client_id', 'response_type', 'scope', 'username', 'password']) {
        it(`refuses a sign-in by password without ${name} and names it`, async () => {
          const response = send(scene().platform, form, PATH, without(parameters, name));
          await refused(response, 'invalid_request', name);
        });
        it(`refuses a sign-in by password with an empty ${name}`, async () => {
          const response = await send(scene().platform, form, PATH, { ...parameters, [name]: '' });
          assert.equal(response.status, 400, await response.text());
        });
      }

      it('refuses a parameter with NUL, which databases cannot store, and names it', async () => {
        for (const name of ['client_id', 'username', 'password', 'state', 'scope']) {
          const response = send(scene().platform, form, PATH, { ...parameters, [name]: 'a\0b' });
          await refused(response, 'invalid_request', name);
        }
      });

      it('refuses another response_type', async () => {
        for (const response_type of ['token', 'code', 'PASSWORD']) {
          const response = send(scene().platform, form, PATH, { ...parameters, response_type });
          await refused(response, 'unsupported_response_type', 'response_type');
        }
      });

      it('issues separate tokens for each sign-in', async () => {
        const other = await ok<TokenRecord>(send(scene().platform, form, PATH, parameters));
        for (const member of ['id', 'access_token', 'refresh_token', 'code'] as const)
          assert.notEqual(other[member], record[member]);
      });
    });
  }

  it('refuses a namespace as client_id, which only appId may be', async () => {
    const { namespace } = await scene().platform.server.features.applications.get(
      scene().application.clientId,
    );
    const response = send(scene().platform, 'GET', PATH, { ...parameters, client_id: namespace });
    await refused(response, 'bad_credentials');
  });

  it('refuses a repeated parameter', async () => {
    const query = new URLSearchParams(parameters);
    query.append('password', 'another');
    await refused(scene().platform.request(`${PATH}?${query}`), 'invalid_request', 'password');
    const response = scene().platform.request(PATH, { method: 'POST', body: query });
    await refused(response, 'invalid_request', 'password');
  });

  it('accepts a JSON content type on a GET (spec 4.3), and unknown parameters', async () => {
    const more = { ...parameters, device: 'android', nonsense: '1' };
    await ok(send(scene().platform, 'GET', PATH, more, { 'content-type': 'application/json' }));
  });

  it('refuses with the members of RFC 6749 5.2 and does not repeat the password', async () => {
    const wrong = { ...parameters, password: 'tangerine-dreams-42' };
    for (const form of forms) {
      const body = await refused(send(scene().platform, form, PATH, wrong), 'bad_credentials');
      assert.equal(body.error, 'invalid_grant');
      assert.equal(body.error_description, body.text);
      assert.doesNotMatch(JSON.stringify(body), /tangerine/);
    }
  });
});
