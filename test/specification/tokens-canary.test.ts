import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import type { AccountResult, ErrorBody, TokenRecord } from '@azulejo/contract';
import { accountBody, PATH } from '../support/accounts.ts';
import { forms, ok, type Parameters, send } from '../support/auth-calls.ts';
import { newApplication } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { leaks, readFiles, readTables, type Secrets } from '../support/secrets.ts';
import { refresh } from '../support/sessions.ts';
import { postJson } from '../support/wire.ts';

const AUTHORIZE = '/v3/auth/authorize';
const EXCHANGE = '/v3/auth/exchange';
const URI = 'https://shop.example/callback';

/** Uses every kind of credential, valid and invalid, and records the credentials and the refusals. */
async function usedScene({ start, openDatabase }: Stage) {
  const platform = await start({ environment: { LOG_LEVEL: 'trace' } });
  const secrets: Secrets = new Map();
  const refusals: string[] = [];
  const tried = async (response: Response | Promise<Response>) => {
    const answer = await response;
    const body = await answer.text();
    assert.ok(answer.status >= 400, body);
    assert.equal(answer.headers.get('x-error'), String((JSON.parse(body) as ErrorBody).code), body);
    refusals.push(JSON.stringify([...answer.headers]), body);
  };
  const collect = (record: TokenRecord, what: string) => {
    for (const member of ['access_token', 'refresh_token', 'code'] as const)
      secrets.set(`${member} ${what}`, record[member]);
    return record;
  };
  await usePasswords(platform, secrets, collect, tried);
  await useClientSecrets(platform, secrets, collect, tried);
  await useBrokenRequests(platform, secrets, refusals, tried);
  await platform.server.features.audit.flush();
  return { platform, secrets, refusals, db: await openDatabase() };
}

type Collect = (record: TokenRecord, what: string) => TokenRecord;
type Tried = (response: Response | Promise<Response>) => Promise<void>;

async function usePasswords(platform: TestPlatform, secrets: Secrets, collect: Collect, tried: Tried) {
  const application = await newApplication(platform);
  const password = 'Kanarienvogel & Zaunkönig 1';
  const wrong = 'Nachtigall & Lerche 2';
  secrets.set('password', password).set('wrong password', wrong).set('weak password', 'Amsel 3');
  const body = accountBody(application, { password });
  const created = await ok<AccountResult>(postJson(platform, PATH, body));
  secrets.set('token of the account', created.user.token);
  await tried(postJson(platform, PATH, body));
  await tried(postJson(platform, PATH, { ...body, email: 'weak@example.org', password: 'Amsel 3' }));
  await tried(postJson(platform, PATH, { ...body, email: 'no e-mail' }));
  const parameters: Parameters = {
    response_type: 'password',
    scope: 'application,user',
    client_id: application.clientId,
    username: String(body['email']),
    password,
  };
  for (const form of forms) {
    const first = collect(await ok<TokenRecord>(send(platform, form, AUTHORIZE, parameters)), form);
    const second = collect(
      await ok<TokenRecord>(refresh(platform, first, {}, form)),
      `of a refresh by ${form}`,
    );
    const { client_id, code } = second;
    collect(
      await ok<TokenRecord>(send(platform, form, EXCHANGE, { client_id, code })),
      `of a code by ${form}`,
    );
    await tried(send(platform, form, EXCHANGE, { client_id, code }));
    await tried(send(platform, form, AUTHORIZE, { ...parameters, password: wrong }));
    await tried(send(platform, form, AUTHORIZE, { ...parameters, scope: 'none' }));
    await tried(send(platform, form, AUTHORIZE, { ...parameters, response_type: 'none' }));
    const third = collect(
      await ok<TokenRecord>(refresh(platform, second, {}, form)),
      `of another by ${form}`,
    );
    await tried(refresh(platform, first, {}, form));
    for (const { access_token: token } of [first, third])
      await tried(platform.request('/v3/users/me', { token }));
  }
}

async function useClientSecrets(platform: TestPlatform, secrets: Secrets, collect: Collect, tried: Tried) {
  const { applications } = platform.server.features;
  const client = await newApplication(platform, { type: 'distributor', redirectUris: [URI] });
  const { secret } = await applications.rotateSecret(client.clientId);
  secrets.set('client secret', client.secret).set('rotated client secret', secret);
  for (const form of forms) {
    const parameters = {
      response_type: 'client_credentials',
      scope: 'distributor',
      client_id: client.clientId,
      client_secret: secret,
    };
    const first = collect(
      await ok<TokenRecord>(send(platform, form, AUTHORIZE, parameters)),
      `of a client by ${form}`,
    );
    await tried(send(platform, form, AUTHORIZE, { ...parameters, client_secret: `${secret}x` }));
    const redirect = await send(platform, form, AUTHORIZE, { ...parameters, redirect_uri: URI });
    const code = new URL(redirect.headers.get('location') ?? '').searchParams.get('code') ?? '';
    secrets.set(`code in a redirect by ${form}`, code);
    const exchange = { client_id: client.clientId, code, redirect_uri: URI };
    await tried(send(platform, form, EXCHANGE, exchange));
    collect(
      await ok<TokenRecord>(send(platform, form, EXCHANGE, { ...exchange, client_secret: client.secret })),
      `of a redirect by ${form}`,
    );
    await ok(platform.request(first.href, { method: 'DELETE', token: first.access_token }));
    await tried(platform.request(first.href, { token: first.access_token }));
    await tried(platform.request(`/v3/nowhere?access_token=${first.access_token}`));
  }
}

/** Sends unreadable requests, which error messages might quote. */
async function useBrokenRequests(platform: TestPlatform, secrets: Secrets, refusals: string[], tried: Tried) {
  const secret = 'Rotkehlchen4Rotkehlchen5Rotkehlchen6';
  secrets.set('secret in what is broken', secret);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
  for (const body of [`{"password": ${secret}}`, `{"password": "${secret}`, secret, `["${secret}"]`]) {
    await tried(platform.request(AUTHORIZE, { method: 'POST', headers, body }));
    await tried(platform.request(PATH, { method: 'POST', headers, body }));
  }
  const type = { 'content-type': `application/${secret}` };
  await tried(platform.request(PATH, { method: 'POST', headers: type, body: secret }));
  await tried(platform.request(`${AUTHORIZE}?password=${secret}%E0%A4%A&client_id=%`));
  await tried(platform.request(`/v3/%E0%A4%A?password=${secret}`));
  await tried(platform.request('/v3/users/me', { headers: { authorization: `Basic ${secret}` } }));
  const start = 'GET /v3/users/me HTTP/1.1\r\nHost: localhost\r\n';
  const unreadable: readonly (readonly [string, number])[] = [
    [`GET ${AUTHORIZE}?password=${secret} NONSENSE\r\n\r\n`, 400],
    [`${start}Authorization: Bearer ${secret}\r\nBroken\r\n\r\n`, 400],
    [`${start}Authorization: Bearer ${secret.repeat(1000)}\r\n\r\n`, 431],
  ];
  for (const [request, status] of unreadable) {
    const answer = await sendRaw(platform, request);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(answer, /^X-Error: 1000\r$/m);
    assert.equal((JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as ErrorBody).code, 1000);
    refusals.push(answer);
  }
}

async function sendRaw(platform: TestPlatform, request: string): Promise<string> {
  const { hostname, port } = new URL(platform.url);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  return text(socket);
}

onEachEngineInFull('secrecy of used credentials', usedScene, (scene) => {
  it('the search covers more than 45 credentials', () => {
    assert.ok(scene().secrets.size > 45, `${scene().secrets.size}`);
    for (const [what, secret] of scene().secrets) assert.ok(secret.length >= 7, what);
  });

  it('the log contains no used credential, even at level trace', () => {
    const log = scene().platform.log();
    assert.ok(log.split('\n').length > 70);
    assert.match(log, /"path":"\/v3\/auth\/authorize"/);
    assert.deepEqual(leaks(log, scene().secrets), []);
  });

  it('the metrics contain no used credential', async () => {
    const text = await (await scene().platform.request('/metrics')).text();
    assert.match(text, /azulejo_sign_ins_total\{flow="password",result="refused"\} [1-9]/);
    assert.deepEqual(leaks(text, scene().secrets), []);
  });

  it('no refusal contains a used credential', () => {
    assert.ok(scene().refusals.length > 60);
    assert.deepEqual(leaks(scene().refusals.join('\n'), scene().secrets), []);
  });

  it('the database contains no used credential', async () => {
    const tables = await readTables(scene().db);
    assert.ok((tables.get('sign_ins') ?? '').includes('sealed_successor'));
    for (const [table, text] of tables) assert.deepEqual(leaks(text, scene().secrets), [], table);
  });

  it('no file of the data directory contains a used credential', async () => {
    const { platform, secrets } = scene();
    const files = await readFiles(platform.config.dataDir);
    if (platform.config.databaseUrl === undefined)
      assert.ok([...files.keys()].some((file) => file.endsWith('.sqlite')));
    for (const [file, text] of files) assert.deepEqual(leaks(text, secrets), [], file);
  });

  it('the search finds a credential in any encoding', () => {
    const secrets: Secrets = new Map([
      ['a', 'ab c/ü'],
      ['b', 'none'],
    ]);
    for (const text of ['x=ab+c%2F%C3%BC&y', '"ab c/ü"', 'ab%20c%2F%C3%BC', 'YWIgYy/DvA=='])
      assert.deepEqual(leaks(`before ${text} behind`, secrets), ['a']);
  });
});
