import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { clientOf, credentials, failure } from './testing/client.ts';
import { startHomePlatform } from './testing/home-platform.ts';
import { refused, type startPlatform } from './testing/platform.ts';

const cases: [name: string, answer: Parameters<typeof startPlatform>[0][string], expected: object][] = [
  [
    'of the platform has its code, fields and request',
    () => refused(400, 1000, { errors: [{ field: 'user_id', reason: 'too long' }] }),
    {
      name: 'Refused',
      message: 'GET /v3/users/{user_id}: Error 1000. (400, code 1000)',
      status: 400,
      code: 1000,
      text: 'Error 1000.',
      fields: [{ field: 'user_id', reason: 'too long' }],
      requestId: 'req-1',
      retryAfter: undefined,
    },
  ],
  [
    'that is limited says how long to wait',
    () => ({ ...refused(429, 4290), headers: { 'retry-after': '17' } }),
    { name: 'Refused', status: 429, retryAfter: 17 },
  ],
  [
    'whose wait is a date in the past waits no longer',
    () => ({ ...refused(503, 5503), headers: { 'retry-after': 'Fri, 02 Jan 2026 03:04:05 GMT' } }),
    { retryAfter: 0 },
  ],
  [
    'of a proxy is an error too',
    () => ({ status: 502, headers: { 'x-request-id': 'p-1' }, body: '<html>Bad gateway</html>' }),
    {
      name: 'Refused',
      message: 'GET /v3/users/{user_id}: refused (502)',
      status: 502,
      code: undefined,
      requestId: 'p-1',
    },
  ],
  [
    'is known by the X-Error header alone',
    () => ({ status: 409, headers: { 'x-error': '1211' }, body: '{"code":"x","text":5,"errors":"no"}' }),
    { status: 409, code: 1211, text: undefined, fields: [] },
  ],
  ['of a 200 that is not JSON', () => ({ body: '<html>' }), { name: 'Unreadable', status: 200 }],
  ['of a broken connection', () => 'hangUp', { name: 'Unreachable', status: undefined }],
  ['of an answer that does not come', () => undefined, { name: 'TimedOut', status: undefined }],
];
for (const [name, answer, expected] of cases) {
  test(`rejects with the error ${name}`, async () => {
    await using platform = await startHomePlatform({ 'GET /v3/users/u': answer });
    const client = clientOf(platform, { timeoutMs: 1_000 });
    await client.signIn.password(credentials);
    const error = await failure(client.users.get({ user_id: 'u' }));
    assert.partialDeepStrictEqual({ ...error, message: error.message }, expected);
    if (error.name !== 'Refused') assert.ok(error.cause instanceof Error);
    assert.equal(platform.count('GET /v3/users/u'), 1, 'the request is not retried');
  });
}

test('waits longer for the maker of a device than the platform does, unless the client has its own timeout', async (t) => {
  const { mock } = t.mock.method(AbortSignal, 'timeout');
  await using platform = await startHomePlatform({
    'POST /v3/legacy/users/me/channels': () => ({ body: [] }),
  });
  for (const [options, expected] of [
    [{}, [30_000, 60_000, 30_000]],
    [{ timeoutMs: 5_000 }, [5_000, 5_000, 5_000]],
  ] as const) {
    mock.resetCalls();
    const client = clientOf(platform, options);
    await client.signIn.password(credentials);
    await client.pairing.add({ user_id: 'me', profile: 'plug', channels: [{ id: 'plug-1' }] });
    await client.users.get({ user_id: 'me' });
    assert.deepEqual(
      mock.calls.map((call) => call.arguments[0]),
      expected,
    );
  }
});

test('rejects with the abort reason when the caller aborts', async () => {
  const controller = new AbortController();
  await using platform = await startHomePlatform({
    'GET /v3/users/u': () => controller.abort(new Error('gone home')) as undefined,
  });
  const client = clientOf(platform);
  await client.signIn.password(credentials);
  const work = client.users.get({ user_id: 'u' }, { signal: controller.signal });
  await assert.rejects(work, { message: 'gone home' });
});

test('errors contain no credentials', async () => {
  await using platform = await startHomePlatform({ 'GET /v3/users/u': () => 'hangUp' });
  const client = clientOf(platform, { clientSecret: 'the-secret' });
  await client.signIn.password(credentials);
  const lost = await failure(client.users.get({ user_id: 'u' }));
  platform.generation = 5;
  const ended = await failure(client.users.get({ user_id: 'me' }));
  const shown = inspect([lost, ended, client], { depth: 9, showHidden: true });
  assert.doesNotMatch(shown, /access-1|refresh-1|the-secret|correct horse/);
});
