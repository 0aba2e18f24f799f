import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ErrorName } from '@azulejo/contract';
import { newApplication, newPerson } from '../support/people.ts';
import { assertApiError } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

async function setUp({ start }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  return { platform, application, person: await newPerson(platform, application) };
}

const post = (type: string, body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
});
const json = (body: string) => post('application/json', body);
const ACCOUNT = '/v3/legacy/account';

/** A client's mistakes, and what the error says about each. */
const cases: [name: string, path: string, init: RequestInit, kind: ErrorName, detail: RegExp][] = [
  [
    'a body cut short',
    ACCOUNT,
    json('{"appId":'),
    'malformed_body',
    /line 1, column 10: a value is expected/,
  ],
  ['a missing colon', ACCOUNT, json('{\n  "appId" 1}'), 'malformed_body', /line 2, column 11: a colon/],
  ['a comma too many', ACCOUNT, json('{"a":1,}'), 'malformed_body', /line 1, column 8: a member name/],
  ['text after the value', ACCOUNT, json('{} {}'), 'malformed_body', /line 1, column 4: the text continues/],
  [
    'another content type',
    ACCOUNT,
    post('text/xml; charset=x', '<a/>'),
    'unsupported_media_type',
    /^Send application\/json, not text\/xml\.$/,
  ],
  [
    'a form',
    ACCOUNT,
    post('application/x-www-form-urlencoded', 'a=b'),
    'unsupported_media_type',
    /^Send application\/json, not application\/x-www-form-urlencoded\.$/,
  ],
  [
    'plain text',
    '/v3/auth/exchange',
    post('text/plain', 'a'),
    'unsupported_media_type',
    /application\/json or application\/x-www-form-urlencoded, not text\/plain/,
  ],
  ['a large body', ACCOUNT, json(`"${'x'.repeat(300_000)}"`), 'body_too_large', /at most 262144 bytes/],
  [
    'a misspelt path',
    '/v3/legacy/acount',
    json('{}'),
    'unknown_path',
    /Did you mean POST \/v3\/legacy\/account\?/,
  ],
  [
    'a path without its folder',
    '/v3/authorise',
    {},
    'unknown_path',
    /Did you mean GET \/v3\/auth\/authorize\?/,
  ],
  [
    'another method',
    '/v3/users/me/scenes',
    { method: 'DELETE' },
    'method_not_allowed',
    /does not support that method\. Use GET or POST\.$/,
  ],
  [
    'a path without its version',
    '/users/me',
    {},
    'unknown_path',
    /Did you mean GET \/v3\/users\/\{user_id\}\?/,
  ],
];

onSqlite('the details of errors', setUp, (scene) => {
  for (const [name, path, init, kind, detail] of cases) {
    it(`says what is wrong with ${name}`, async () => {
      const body = await assertApiError(await scene().platform.request(path, init), kind);
      assert.match(body.detail ?? '', detail);
      assert.equal(body.text, body.detail, 'known clients show the text');
    });
  }

  it('repeats nothing of a body, a strange content type or a path in an error', async () => {
    const { platform } = scene();
    const secret = 'swordfish';
    for (const [path, init] of [
      [ACCOUNT, json(`{"password": ${secret}}`)],
      [ACCOUNT, post(`${secret} ${secret}`, 'x')],
      [ACCOUNT, post(`application/${secret}`, 'x')],
      [`/v3/legacy/${secret}`, {}],
    ] as const) {
      const response = await platform.request(path, init);
      assert.ok(response.status >= 400);
      assert.doesNotMatch(await response.text(), /swordfish/);
    }
  });

  it('suggests no path for an address that resembles none', async () => {
    const { platform } = scene();
    const body = await assertApiError(await platform.request('/nothing'), 'unknown_path');
    assert.equal(body.detail, undefined);
  });

  it('names all wrong fields at once, those that only the server can judge included', async () => {
    const { platform, application } = scene();
    const body = {
      appId: application.clientId,
      email: 'rui@',
      name: ' ',
      password: 'x'.repeat(20),
      device: 'ios',
    };
    const response = await platform.request(ACCOUNT, json(JSON.stringify(body)));
    const { errors = [] } = await assertApiError(response, 'invalid_request');
    assert.deepEqual(errors.map(({ field }) => field).toSorted(), ['email', 'name', 'password']);
  });
});

onSqlite('unknown names in a request', setUp, (scene) => {
  it('warns of unknown names in a refused request, with the nearest known name', async () => {
    const { platform, application } = scene();
    const body = { appId: application.clientId, emial: 'a', name: 'b', password: 'c', something: 1 };
    const response = await platform.request(ACCOUNT, json(JSON.stringify(body)));
    const { warnings, errors = [] } = await assertApiError(response, 'invalid_request');
    assert.ok(errors.some(({ field }) => field === 'email'));
    assert.deepEqual(warnings, [
      { field: 'emial', reason: 'is not known; did you mean email?' },
      { field: 'something', reason: 'is not known' },
    ]);
  });

  it('warns of unknown names in a header of a request that succeeds, without changing its body', async () => {
    const { platform, person } = scene();
    const plain = await platform.request('/v3/users/me', { token: person.token });
    const extra = await platform.request('/v3/users/me?usr_id=1', { token: person.token });
    assert.equal(plain.headers.get('x-warnings'), null);
    assert.equal(extra.headers.get('x-warnings'), 'usr_id is not known; did you mean user_id?');
    assert.deepEqual(await extra.json(), await plain.json());
  });

  it('does not repeat unknown names that look like no name', async () => {
    const { platform, person } = scene();
    const secret = 'x'.repeat(50);
    const names = [secret, 'a%20b', '%C3%A9', 'x%0d%0aset-cookie'].map((name) => `${name}=1`).join('&');
    const response = await platform.request(`/v3/users/me?${names}`, { token: person.token });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('x-warnings'), null);
  });
});
