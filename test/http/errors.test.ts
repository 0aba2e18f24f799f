import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { ErrorBody, type ErrorName } from '@azulejo/contract';
import { newApplication, newPerson } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import { rawRequest } from '../support/raw-request.ts';
import { assertApiError, assertExact } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

async function setUp({ start }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  const person = await newPerson(platform, application);
  return { platform, application, person };
}

const json = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});

/** A client's mistakes and the error that each returns. */
const cases: [name: string, path: string, init: RequestInit, kind: ErrorName][] = [
  ['no token', '/v3/users/me', {}, 'token_required'],
  ['no such path', '/nothing', {}, 'unknown_path'],
  ['another method', '/v3/users/me', { method: 'PUT' }, 'method_not_allowed'],
  ['a body cut short', '/v3/legacy/account', json('{"appId":'), 'malformed_body'],
  ['a body that is an array', '/v3/legacy/account', json('[]'), 'malformed_body'],
  ['a body that is a string', '/v3/legacy/account', json('"x"'), 'malformed_body'],
  ['a body that is null', '/v3/auth/authorize', json('null'), 'invalid_request'],
  ['a body that would change prototypes', '/v3/legacy/account', json('{"__proto__":{}}'), 'malformed_body'],
  ['members missing', '/v3/legacy/account', json('{}'), 'invalid_request'],
  ['no body', '/v3/legacy/account', { method: 'POST' }, 'invalid_request'],
  ['a body of spaces', '/v3/legacy/account', json('   '), 'malformed_body'],
  ['a body too large', '/v3/legacy/account', json(`"${'x'.repeat(300_000)}"`), 'body_too_large'],
  [
    'a body of another type',
    '/v3/legacy/account',
    { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
    'unsupported_media_type',
  ],
  [
    'a form where only JSON is taken',
    '/v3/legacy/account',
    { method: 'POST', body: new URLSearchParams({ appId: 'x' }) },
    'unsupported_media_type',
  ],
  ['a member twice', '/v3/auth/authorize?client_id=a&client_id=b', {}, 'invalid_request'],
  [
    'a form’s member twice',
    '/v3/auth/authorize',
    { method: 'POST', body: new URLSearchParams('client_id=a&client_id=b') },
    'invalid_request',
  ],
  ['U+0000 in a query', '/v3/auth/authorize?client_id=%00', {}, 'invalid_request'],
  ['an unknown schema', '/schemas/v1/none', {}, 'not_found'],
];

/** Sends text unchanged and reads the whole response. */
async function sendText(platform: TestPlatform, request: string): Promise<string> {
  const { hostname, port } = new URL(platform.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(request);
  return text(socket);
}

onSqlite('error responses', setUp, (scene) => {
  for (const [name, path, init, kind] of cases) {
    it(`returns ${name} as ${kind} in the common format of errors`, async () => {
      const body = await assertApiError(await scene().platform.request(path, init), kind);
      assert.equal('error' in body, path.startsWith('/v3/auth/'), 'RFC 6749 members on the auth endpoints');
    });
  }

  it('names each invalid field once and never repeats its value', async () => {
    const { platform } = scene();
    const secret = 'swordfish-'.repeat(200);
    const body = JSON.stringify({ appId: 7, email: 'a', device: 'fridge', password: secret });
    const response = await platform.request('/v3/legacy/account', json(body));
    const { errors, text: message } = await assertApiError(response, 'invalid_request');
    const fields = errors?.map((error) => error.field) ?? [];
    assert.deepEqual(fields.toSorted(), ['appId', 'device', 'email', 'name', 'password']);
    const device = errors?.find(({ field }) => field === 'device');
    assert.equal(device?.reason, 'must be one of android, ios, iphone');
    assert.doesNotMatch(JSON.stringify(errors) + message, /swordfish|fridge/);
  });

  it('refuses a caller without a token or access before it reads what the caller sent', async () => {
    const { platform, person } = scene();
    const wrong = [json('{"label":'), json('{"label":7}'), json('[]'), json(`"${'x'.repeat(300_000)}"`)];
    for (const init of wrong) {
      const path = '/v3/users/me/automations';
      await assertApiError(await platform.request(path, init), 'token_required');
      const foreign = { ...init, token: person.token };
      await assertApiError(await platform.request('/v3/users/somebody/automations', foreign), 'forbidden');
    }
    await assertApiError(await platform.request('/v3/users/me/events?wait=never'), 'token_required');
  });

  it('names at most 20 invalid fields, whose names are shortened', async () => {
    const { platform, person } = scene();
    const tags = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`${n}${'x'.repeat(300)}`, 'a\u0000b']),
    );
    const init = { ...json(JSON.stringify(tags)), method: 'PATCH', token: person.token };
    const response = await platform.request('/v3/users/me/preferences', init);
    const { errors = [] } = await assertApiError(response, 'invalid_request');
    assert.equal(errors.length, 20);
    const name = 'x'.repeat(1000);
    const repeated = await platform.request(`/v3/auth/authorize?${name}=1&${name}=2`);
    const [error] = (await assertApiError(repeated, 'invalid_request')).errors ?? [];
    assert.equal(error?.field, `${'x'.repeat(199)}…`);
  });

  it('sends WWW-Authenticate with 401 only', async () => {
    const { platform } = scene();
    const unauthorized = await platform.request('/v3/users/me');
    assert.equal(unauthorized.headers.get('www-authenticate'), 'Bearer');
    const unknown = await platform.request('/nothing');
    assert.equal(unknown.headers.get('www-authenticate'), null);
  });

  it('returns a request id that the log has, and ignores one sent by the client', async () => {
    const { platform } = scene();
    const response = await platform.request('/nothing', { headers: { 'x-request-id': 'forged' } });
    const { request_id: id } = await assertApiError(response, 'unknown_path');
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.ok(platform.log().includes(id));
    assert.ok(!platform.log().includes('forged'));
  });

  it('returns errors in the same format when the HTTP request cannot be parsed', async () => {
    const { platform } = scene();
    const long = 'x'.repeat(17 * 1024);
    const requests: [number, string][] = [
      [431, `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${long}\r\n\r\n`],
      [431, `GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`],
      [400, 'HELLO\r\n\r\n'],
      [400, 'POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
    ];
    for (const [status, request] of requests) {
      const [head = '', body = ''] = (await sendText(platform, request)).split('\r\n\r\n');
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
      const refusal = JSON.parse(body) as ErrorBody;
      assertExact(ErrorBody, refusal);
      assert.equal(refusal.status, status);
      for (const header of [`X-Error: ${refusal.code}`, `X-Request-Id: ${refusal.request_id}`])
        assert.ok(head.includes(header), header);
      assert.match(head, /^cache-control: no-store$/im);
      assert.match(head, /^content-type: application\/json/im);
      assert.doesNotMatch(head + body, /xxxx|HELLO/);
    }
    assert.equal((await platform.request('/healthz')).status, 200);
  });

  it('returns 404 for an id longer than the maximum', async () => {
    const { status } = await rawRequest(scene().platform, `/v3/users/${'x'.repeat(201)}`);
    assert.equal(status, 404);
  });
});

onSqlite('requests of known clients', setUp, (scene) => {
  it('accepts GET with a JSON content type, with and without a body (manager-sdk 7.18)', async () => {
    const { platform, person } = scene();
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
    for (const body of [undefined, '{}']) {
      const { status } = await rawRequest(platform, '/v3/users/me', {
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': body.length }) },
        ...(body === undefined ? {} : { body }),
      });
      assert.equal(status, 200, body);
    }
  });

  it('accepts POST without a body and without a content type (android-app 1.5)', async () => {
    const { platform } = scene();
    const { status, headers } = await rawRequest(platform, '/v3/auth/exchange', {
      method: 'POST',
      headers: { 'content-length': 0 },
    });
    assert.equal(status, 400);
    assert.equal(headers['x-error'], '1000', 'a member is missing; the request could be read');
    const typed = await rawRequest(platform, '/v3/auth/exchange', {
      method: 'POST',
      headers: { 'content-length': 0, 'content-type': 'application/json' },
    });
    assert.equal(typed.headers['x-error'], '1000');
  });

  it('accepts DELETE with a JSON content type and no body', async () => {
    const { platform, person } = scene();
    const { status } = await rawRequest(platform, `/v3/tokens/${crypto.randomUUID()}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    });
    assert.equal(status, 404);
  });

  it('accepts the Authorization header twice with one value, in both schemes (android-app 1.2)', async () => {
    const { platform, person } = scene();
    for (const scheme of ['Bearer', 'OAuth2.0', 'bearer', 'BEARER']) {
      const value = `${scheme} ${person.token}`;
      const headers = ['Host', 'a', 'Authorization', value, 'Authorization', value];
      const { status } = await rawRequest(platform, '/v3/users/me', { headers });
      assert.equal(status, 200, scheme);
    }
  });

  it('accepts a content type with a charset, in any case', async () => {
    const { platform, application } = scene();
    for (const type of ['application/json; charset=UTF-8', 'Application/JSON;charset=utf-8']) {
      const response = await platform.request('/v3/auth/authorize', {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify({
          response_type: 'client_credentials',
          client_id: application.clientId,
          client_secret: application.secret,
          scope: 'application',
        }),
      });
      assert.equal(response.status, 200, type);
    }
  });

  it('ignores unknown members', async () => {
    const { platform, person } = scene();
    const response = await platform.request('/v3/users/me?anything=1&fields=id', { token: person.token });
    assert.equal(response.status, 200);
  });
});
