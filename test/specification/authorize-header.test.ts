import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { before, it } from 'node:test';
import { newPerson, type Person } from '../support/people.ts';
import { assertApiError } from '../support/replies.ts';
import { onSqlite } from '../support/scene.ts';
import { signInScene } from '../support/sign-in-scene.ts';

/** Accepted Authorization headers; `T` is replaced by the token. */
const accepted = [
  'Bearer T',
  'bearer T',
  'BEARER T',
  'Bearer   T',
  'OAuth2.0 T',
  'oauth2.0 T',
  'Bearer T, Bearer T',
];

const refusedOnes = [
  'T',
  'Basic T',
  'OAuth2 T',
  'OAuth2x0 T',
  'Bearer',
  'BearerT',
  'Bearer T T',
  'Bearer T, Bearer U',
  'Bearer T, OAuth2.0 T',
  'Bearer Tx',
  'Bearer xT',
];

onSqlite('spec 5.1: the Authorization header', signInScene, (scene) => {
  let person: Person;
  before(async () => {
    person = await newPerson(scene().platform, scene().application);
  });

  for (const header of accepted) {
    it(`accepts the Authorization header "${header}"`, async () => {
      assert.equal((await get(fill(header))).status, 200);
    });
  }

  for (const header of refusedOnes) {
    it(`refuses the Authorization header "${header}"`, async () => {
      const response = await get(fill(header));
      assert.equal(response.headers.get('www-authenticate'), 'Bearer');
      const body = await assertApiError(response, 'invalid_token');
      assert.doesNotMatch(JSON.stringify(body), /aza_/);
    });
  }

  it('returns token_required when the header is missing', async () => {
    const response = await scene().platform.request('/v3/users/me');
    await assertApiError(response, 'token_required');
  });

  it('accepts a repeated header with one value, as the Android app sends it', async () => {
    const value = `OAuth2.0 ${person.token}`;
    assert.equal(await statusOf(['Authorization', value, 'authorization', value]), 200);
  });

  it('ignores a token in the query', async () => {
    const response = await scene().platform.request(`/v3/users/me?access_token=${person.token}`);
    await assertApiError(response, 'token_required');
  });

  const fill = (header: string) =>
    header.replaceAll(/[TU]/g, (letter) => (letter === 'T' ? person.token : 'aza_other'));

  function get(authorization: string): Promise<Response> {
    return scene().platform.request('/v3/users/me', { headers: { authorization } });
  }

  /** Sends each header on its own line, which `fetch` cannot: it joins headers of one name. */
  async function statusOf(headers: string[]): Promise<number | undefined> {
    const outgoing = request(`${scene().platform.url}/v3/users/me`, {
      headers: ['Host', 'localhost', ...headers],
    });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  }
});
