import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { newApplication, newPerson } from '../support/people.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

const ORIGIN = 'https://home.example';
const STRANGERS = ['https://evil.example', 'http://home.example', 'https://home.example:8443', 'null'];

const MAX_WAITING = 50;

async function setUp({ start }: Stage) {
  const platform = await start({ environment: { HTTP_WAITING_REQUESTS: String(MAX_WAITING) } });
  const application = await newApplication(platform, { origins: [ORIGIN, 'http://localhost:5173'] });
  const person = await newPerson(platform, application);
  const preflight = (path: string, method: string, origin: string) =>
    platform.request(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,if-none-match',
      },
    });
  return { platform, application, person, preflight };
}

const calls: [method: string, path: string][] = [
  ['GET', '/v3/users/me'],
  ['POST', '/v3/auth/authorize'],
  ['DELETE', '/v3/tokens/some-id'],
  ['POST', '/v3/uploads'],
  ['POST', '/v3/legacy/account'],
  ['GET', '/units/units_table.json'],
];

onEachEngineInFull('CORS', setUp, (scene) => {
  it('answers preflights of a registered origin', async () => {
    for (const [method, path] of calls) {
      const response = await scene().preflight(path, method, ORIGIN);
      await response.arrayBuffer();
      const { headers } = response;
      assert.ok(response.ok, `${method} ${path}: ${response.status}`);
      assert.equal(headers.get('access-control-allow-origin'), ORIGIN);
      const methods = headers.get('access-control-allow-methods')?.split(/, ?/) ?? [];
      assert.ok(methods.includes(method), `${method} is one of ${methods.join(', ')}`);
      assert.match(headers.get('access-control-allow-headers') ?? '', /authorization/i);
      assert.match(headers.get('vary') ?? '', /origin/i);
      assert.equal(headers.get('access-control-allow-credentials'), null, 'cookies are not used');
    }
  });

  it('exposes responses and errors with the headers that clients need to a registered origin', async () => {
    const { platform, person } = scene();
    for (const [path, status] of [
      ['/v3/users/me', 200],
      ['/v3/users/nobody', 403],
      ['/nothing', 404],
    ] as const) {
      const response = await platform.request(path, { token: person.token, headers: { origin: ORIGIN } });
      await response.arrayBuffer();
      assert.equal(response.status, status);
      assert.equal(response.headers.get('access-control-allow-origin'), ORIGIN, path);
      const exposed = response.headers.get('access-control-expose-headers') ?? '';
      for (const name of ['ETag', 'X-Error', 'X-Request-Id', 'Retry-After'])
        assert.ok(exposed.includes(name), name);
    }
  });

  it('exposes to a registered origin that the server is too busy', async () => {
    const { hostname, port } = new URL(scene().platform.url);
    const request = `GET /healthz HTTP/1.1\r\nhost: ${hostname}\r\norigin: ${ORIGIN}\r\n`;
    const socket = connect(Number(port), hostname);
    // Sent at once, so that all of them wait in the queue at the same time.
    socket.write(`${`${request}\r\n`.repeat(MAX_WAITING + 1)}${request}connection: close\r\n\r\n`);
    const replies = (await text(socket)).split(/(?=HTTP\/1\.1 \d{3} )/);
    assert.equal(replies.length, MAX_WAITING + 2);
    const refused = replies.filter((reply) => reply.startsWith('HTTP/1.1 503'));
    assert.equal(refused.length, 2);
    for (const reply of refused) {
      assert.match(reply, new RegExp(`^access-control-allow-origin: ${ORIGIN}\r$`, 'im'));
      assert.match(reply, /^access-control-expose-headers: .*Retry-After/im);
      assert.match(reply, /^retry-after: 2\r$/im);
      assert.match(reply, /^x-request-id: [0-9a-f-]{36}\r$/im);
      assert.match(reply, /^x-content-type-options: nosniff\r$/im);
    }
  });

  it('sends no CORS headers unless the origin matches exactly', async () => {
    const { platform, person, preflight } = scene();
    for (const origin of STRANGERS) {
      const requested = await preflight('/v3/users/me', 'GET', origin);
      await requested.arrayBuffer();
      assert.equal(requested.headers.get('access-control-allow-origin'), null, origin);
      const response = await platform.request('/v3/users/me', { token: person.token, headers: { origin } });
      await response.arrayBuffer();
      assert.equal(response.headers.get('access-control-allow-origin'), null, origin);
      assert.match(response.headers.get('vary') ?? '', /origin/i);
    }
  });

  it('says why it refuses the preflight of an origin, and logs each origin once an hour', async () => {
    const { platform, preflight } = scene();
    const refuse = async (origin: string) => {
      const response = await preflight('/v3/users/me', 'GET', origin);
      assert.equal(response.status, 403);
      return ((await response.json()) as { text: string }).text;
    };
    const lines = (origin: string) =>
      platform
        .log()
        .split('\n')
        .filter((line) => line.includes('no application has its origin') && line.includes(origin));
    platform.clock.advance({ seconds: 3600 });
    assert.match(await refuse('http://localhost:8000'), /--origin http:\/\/localhost:8000 /);
    await refuse('http://localhost:8000');
    assert.equal(lines('http://localhost:8000').length, 1);
    assert.match(await refuse('https://x.example/"><script>'), /has the origin null\./);
    for (let port = 9000; port < 9030; port += 1) await refuse(`http://localhost:${port}`);
    assert.equal(lines('localhost:9').length, 18, 'at most 20 origins an hour');
    platform.clock.advance({ seconds: 3600 });
    await refuse('http://localhost:8000');
    assert.equal(lines('http://localhost:8000').length, 2);
  });

  it('allows and refuses an origin with the state of its application, within seconds', async () => {
    const { platform, preflight } = scene();
    const { applications } = platform.server.features;
    const origin = 'https://later.example';
    const allowed = async () => {
      platform.clock.advance({ seconds: 5 });
      const response = await preflight('/v3/users/me', 'GET', origin);
      await response.arrayBuffer();
      return response.headers.get('access-control-allow-origin') === origin;
    };
    assert.equal(await allowed(), false);
    const { clientId } = await newApplication(platform, { origins: [origin] });
    assert.equal(await allowed(), true);
    await applications.setState(clientId, 'disabled');
    assert.equal(await allowed(), false);
    await applications.setState(clientId, 'enabled');
    assert.equal(await allowed(), true);
  });

  it('looks up an origin once every few seconds, not with every request', async () => {
    const { platform, preflight } = scene();
    platform.clock.advance({ seconds: 5 });
    const origin = 'https://even-later.example';
    const allowed = async () => {
      const response = await preflight('/v3/users/me', 'GET', origin);
      await response.arrayBuffer();
      return response.headers.get('access-control-allow-origin') === origin;
    };
    assert.equal(await allowed(), false);
    await newApplication(platform, { origins: [origin] });
    assert.equal(await allowed(), false);
    platform.clock.advance({ seconds: 5 });
    assert.equal(await allowed(), true);
  });
});
