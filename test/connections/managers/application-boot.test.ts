import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApplicationDocument, ApplicationUpdate, resources } from '@azulejo/contract';
import { clientToken, newApplication } from '../../support/people.ts';
import { jsonHeaders, sdkSignIn, sessionHeaders } from '../../support/python-sdk.ts';
import { assertApiError, assertExact, readJson } from '../../support/replies.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';

const SERVICE_ID = '6f9619ff-8b86-4d11-b42d-00cf4fc964ff';
const FOREIGN_ID = 'f7c3bc1d-808e-4b39-a1f0-d5c7ad1c3b6e';
const PUBLIC = 'http://127.0.0.1:22070';

const service = (id: string) => ({
  id,
  kind: 'service',
  name: 'Energy report',
  authorizationUrl: 'https://energy.example/authorize',
  photoUrlSquared: 'https://energy.example/icon.png',
  profiles: [],
});

async function setUp({ start }: Stage) {
  const platform = await start({ environment: { WEBHOOK_NETWORKS: '127.0.0.1/32' } });
  const { services } = platform.server.features;
  const [application, other] = [
    await newApplication(platform, { name: 'Casa Azul' }),
    await newApplication(platform, { name: 'Casa Verde' }),
  ];
  await services.import([service(SERVICE_ID)], { application: application.clientId });
  await services.import([service(FOREIGN_ID)], { application: other.clientId });
  await services.import([service('operators-own')]);
  const { access_token: token } = await clientToken(platform, application, 'application');
  const self = `/v3/applications/${application.clientId}`;
  const call = (method: string, path: string, body?: unknown, by = token) =>
    platform.request(path, {
      method,
      token: by,
      headers: sessionHeaders,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const activate = (id: string, uri: unknown) => call('PATCH', `/v3/services/${id}`, { activation_uri: uri });
  return { platform, services, application, other, token, self, call, activate };
}

const uriOf = (id: string) => `${PUBLIC}/v3/services/${id}/authorize`;

onEachEngine('an application manager', setUp, (scene) => {
  it("accepts the SDK's requests at its start, and the same ones after a restart", async () => {
    const { platform, application, services } = scene();
    for (const _start of ['first', 'second']) {
      const record = await sdkSignIn(platform, application, 'application');
      assert.match(record.endpoints.mqtt, /^mqtts?:\/\/[^:/]+:\d+$/);
      const token = record.access_token;
      const call = (method: string, path: string, body?: string) =>
        platform.request(path, { method, token, headers: sessionHeaders, ...(body ? { body } : {}) });

      const activated = await call(
        'PATCH',
        `/v3/services/${SERVICE_ID}`,
        `{"activation_uri": "${uriOf(SERVICE_ID)}"}`,
      );
      assert.equal(activated.status, 200);
      const body = await readJson<object>(activated);
      assertExact(resources.services.update.reply, body);
      assert.deepEqual(body, {
        id: SERVICE_ID,
        name: 'Energy report',
        activation_uri: uriOf(SERVICE_ID),
      });
      const patched = await call(
        'PATCH',
        `/v3/applications/${application.clientId}`,
        `{"quote_actions": {"simulate": "${PUBLIC}/v3/quote-simulate", "setup": "${PUBLIC}/v3/quote-setup"}}`,
      );
      assert.equal(patched.status, 200);
      const updated = await readJson<ApplicationUpdate>(patched);
      assertExact(ApplicationUpdate, updated);
      assert.equal(updated.n_updated, 1);
      const read = await call('GET', `/v3/applications/${application.clientId}`);
      assert.equal(read.status, 200);
      assert.equal(read.headers.get('cache-control'), 'no-store');
      const document = await readJson<ApplicationDocument>(read);
      assertExact(ApplicationDocument, document);
      assert.deepEqual(document, {
        id: application.clientId,
        href: `/v3/applications/${application.clientId}`,
        name: 'Casa Azul',
        confirmation_hash: updated.confirmation_hash,
        quote_actions: {
          simulate: `${PUBLIC}/v3/quote-simulate`,
          setup: `${PUBLIC}/v3/quote-setup`,
        },
      });
    }
    const stored = await services.get(SERVICE_ID);
    assert.deepEqual([stored.applicationId, stored.activationUri], [application.clientId, uriOf(SERVICE_ID)]);
  });

  it('gets a new confirmation hash when an address changes, and only then', async () => {
    const { call, self } = scene();
    const hashAfter = async (body: object) =>
      (await readJson<ApplicationUpdate>(await call('PATCH', self, body))).confirmation_hash;
    const actions = { simulate: `${PUBLIC}/a` };
    const first = await hashAfter({ quote_actions: actions });
    assert.equal(await hashAfter({ quote_actions: actions }), first);
    assert.equal(await hashAfter({ colour: 'red' }), first, 'unknown members change nothing');
    const second = await hashAfter({ quote_actions: { simulate: `${PUBLIC}/b` } });
    assert.notEqual(second, first);
    assert.notEqual(await hashAfter({ quote_actions: null }), second);
    const document = await readJson<ApplicationDocument>(await call('GET', self));
    assert.equal(document.quote_actions, undefined);
  });

  it('sees and changes no other application, and no service of others', async () => {
    const { call, other, activate, services } = scene();
    const foreign = `/v3/applications/${other.clientId}`;
    await assertApiError(await call('GET', foreign), 'not_found');
    await assertApiError(await call('PATCH', foreign, { quote_actions: {} }), 'not_found');
    await assertApiError(await call('GET', '/v3/applications/None'), 'not_found');
    for (const id of [FOREIGN_ID, 'operators-own', crypto.randomUUID(), 'None'])
      await assertApiError(await activate(id, uriOf(id)), 'not_found');
    assert.equal((await services.get(FOREIGN_ID)).activationUri, undefined);
  });

  it('gets an error that names the address that the platform may not call, and nothing is stored', async () => {
    const { call, self, activate, services, platform } = scene();
    await activate(SERVICE_ID, uriOf(SERVICE_ID));
    const before = await readJson<ApplicationDocument>(await call('GET', self));
    for (const wrong of [
      'http://169.254.169.254/latest/meta-data',
      'http://0x0a000001/',
      'ftp://energy.example/',
      'https://user:word@energy.example/',
      'https://energy.example/#part',
      'https://energy.example:25/',
      platform.config.urls.base,
      'not a URL',
      `https://energy.example/${'x'.repeat(2_000)}`,
    ]) {
      const one = await assertApiError(await activate(SERVICE_ID, wrong), 'invalid_request');
      assert.deepEqual([one.code, one.errors?.map(({ field }) => field)], [1000, ['activation_uri']], wrong);
      const actions = { setup: `${PUBLIC}/v3/quote-setup`, simulate: wrong };
      const two = await assertApiError(
        await call('PATCH', self, { quote_actions: actions }),
        'invalid_request',
      );
      assert.match(two.errors?.[0]?.field ?? '', /^quote_actions/, wrong);
    }
    assert.deepEqual(await readJson<ApplicationDocument>(await call('GET', self)), before);
    assert.equal((await services.get(SERVICE_ID)).activationUri, uriOf(SERVICE_ID));
  });

  it('refuses invalid bodies of an application manager', async () => {
    const { call, self, activate } = scene();
    for (const uri of [7, {}, [], '', true])
      await assertApiError(await activate(SERVICE_ID, uri), 'invalid_request');
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, each) => [`a${each}`, `${PUBLIC}/a`]));
    for (const quote_actions of [7, [], { a: 7 }, { a: null }, { 'a b': PUBLIC }, { '': PUBLIC }, many])
      await assertApiError(await call('PATCH', self, { quote_actions }), 'invalid_request');
    const polluting = `{"quote_actions": {"__proto__": "${PUBLIC}"}}`;
    for (const broken of [polluting, '{"quote_actions": '])
      await assertApiError(await call('PATCH', self, broken), 'malformed_body');
    assert.equal((await call('PATCH', `/v3/services/${SERVICE_ID}`, '{}')).status, 200, 'nothing to change');
  });

  it('writes neither the hash nor the addresses of an application to the log and the audit log', async () => {
    const { platform, call, self } = scene();
    const address = `${PUBLIC}/v3/quote-simulate?secret=hidden-word`;
    const body = { quote_actions: { simulate: address } };
    const { confirmation_hash: hash } = await readJson<ApplicationUpdate>(await call('PATCH', self, body));
    const rows = await platform.server.features.db.read.selectFrom('audit').selectAll().execute();
    assert.ok(rows.some(({ action, detail }) => action === 'application.webhooks' && detail === 'simulate'));
    assert.ok(rows.some(({ action }) => action === 'service.activation'));
    for (const secret of [hash, 'hidden-word'])
      assert.ok(!`${JSON.stringify(rows)}${platform.log()}`.includes(secret));
  });

  it('gets 404 for quotes and protected assets, which the platform does not have', async () => {
    const { platform, token, self } = scene();
    const quote = `${self}/quotes/${crypto.randomUUID()}`;
    for (const [method, path] of [
      ['GET', quote],
      ['PATCH', quote],
      ['GET', `${quote}/properties?page_size=9999`],
      ['PATCH', `${quote}/properties/${crypto.randomUUID()}`],
      ['GET', `${quote}/coverages`],
      ['GET', `${quote}/coverages/${crypto.randomUUID()}/properties?fields=id%2Cdata`],
      ['GET', `${quote}/protected-assets/${crypto.randomUUID()}/properties`],
      ['POST', `${self}/find-quotes-by-properties`],
      ['POST', `${self}/protected-assets-search`],
    ] as const) {
      const response = await platform.request(path, {
        method,
        token,
        headers: method === 'POST' ? jsonHeaders : sessionHeaders,
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      assert.ok((await assertApiError(response, 'unknown_path')).text, path);
    }
  });

  it('throttles an application that changes its addresses without a pause', async () => {
    const { platform } = scene();
    const loop = await newApplication(platform);
    const { access_token: token } = await clientToken(platform, loop, 'application');
    const statuses = new Set<number>();
    for (let requested = 0; requested < 61; requested += 1)
      statuses.add(
        (
          await platform.request(`/v3/applications/${loop.clientId}`, {
            method: 'PATCH',
            token,
            headers: sessionHeaders,
            body: '{}',
          })
        ).status,
      );
    assert.deepEqual([...statuses], [200, 429]);
  });

  it('loses its services when the operator gives them to another application', async () => {
    const { services, application, other, activate } = scene();
    await activate(SERVICE_ID, uriOf(SERVICE_ID));
    await services.import([service(SERVICE_ID)]);
    assert.equal(
      (await services.get(SERVICE_ID)).activationUri,
      uriOf(SERVICE_ID),
      'the activation page is unchanged',
    );
    await services.import([service(SERVICE_ID)], { application: other.clientId });
    await assertApiError(await activate(SERVICE_ID, uriOf(SERVICE_ID)), 'not_found');
    assert.equal((await services.get(SERVICE_ID)).activationUri, undefined);
    await services.import([service(SERVICE_ID)], { application: null });
    assert.equal((await services.get(SERVICE_ID)).applicationId, undefined);
    await assert.rejects(services.import([service(SERVICE_ID)], { application: 'nobody' }), {
      kind: 'not_found',
    });
    await services.import([service(SERVICE_ID)], { application: application.clientId });
  });
});
