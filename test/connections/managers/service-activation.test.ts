import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { clientToken, newApplication, newPerson } from '../../support/people.ts';
import { sessionHeaders } from '../../support/python-sdk.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

const SERVICE_ID = '6f9619ff-8b86-4d11-b42d-00cf4fc964ff';
const OWN_PAGE = 'https://energy.example/from-the-file';
const PAGE = 'https://energy.example/sign-in?from=azulejo&lang=pt';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts the part of an application manager that answers where people activate a service (manager-sdk 3.4). */
async function startActivation() {
  const seen: IncomingMessage[] = [];
  const right: Answer = (_request, response) =>
    void response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ location: { id: SERVICE_ID, url: PAGE } }));
  const server = createServer((request, response) => {
    seen.push(request);
    activation.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const activation = {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/services/${SERVICE_ID}/authorize`,
    seen,
    right,
    answer: right,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return activation;
}

async function setUp(stage: Stage) {
  const activation = stage.use(await startActivation());
  const platform = await stage.start({ environment: { WEBHOOK_NETWORKS: '127.0.0.1/32' } });
  const application = await newApplication(platform, { name: 'Casa Azul' });
  const ana = await newPerson(platform, application);
  const { services } = platform.server.features;
  const service = {
    id: SERVICE_ID,
    kind: 'service',
    name: 'Energy report',
    authorizationUrl: OWN_PAGE,
    photoUrlSquared: 'https://energy.example/icon.png',
    profiles: [],
  };
  await services.import([service], { application: application.clientId });
  const { access_token: token } = await clientToken(platform, application, 'application');
  const activateAt = async (activation_uri: string | null) =>
    readJson(
      await platform.request(`/v3/services/${SERVICE_ID}`, {
        method: 'PATCH',
        token,
        headers: sessionHeaders,
        body: JSON.stringify({ activation_uri }),
      }),
    );
  const open = () =>
    platform.request(`/v3/legacy/services/${SERVICE_ID}/authorization`, { token: ana.token });
  const pageOf = async () => {
    const response = await open();
    assert.equal(response.status, 303);
    return response.headers.get('location');
  };
  return { platform, application, activation, services, ana, activateAt, open, pageOf };
}

onSqlite('the page of a service', setUp, (scene) => {
  it('uses the page of the operator’s file until the application names where to ask', async () => {
    const { pageOf, activateAt, activation } = scene();
    assert.equal(await pageOf(), OWN_PAGE);
    await activateAt(activation.uri);
    assert.equal(await pageOf(), PAGE);
    await activateAt(null);
    assert.equal(await pageOf(), OWN_PAGE);
  });

  it('requests the page of a service with GET, without credentials and without the user', async () => {
    const { pageOf, activateAt, activation, ana, platform, application } = scene();
    await activateAt(activation.uri);
    activation.seen.length = 0;
    await pageOf();
    const [request] = activation.seen;
    assert.deepEqual([request?.method, request?.url], ['GET', `/v3/services/${SERVICE_ID}/authorize`]);
    assert.equal(request?.headers.authorization, undefined);
    assert.ok(!JSON.stringify(request?.headers).includes(ana.id));
    const [call] = platform.server.features.outbound.calls(application.clientId);
    assert.deepEqual([call?.purpose, call?.status], ['activation', 200]);
  });

  for (const [what, answer, status] of [
    ['403', '', 403],
    ['nothing that is JSON', '<html>', 200],
    ['null', 'null', 200],
    ['no page', '{"location":{}}', 200],
    ['a page that is no URL', '{"location":{"url":"/here"}}', 200],
    ['a page of a script', '{"location":{"url":"javascript:alert(1)"}}', 200],
    ['a page with a user name', '{"location":{"url":"https://a:b@energy.example/"}}', 200],
    ['a page that is too long', `{"location":{"url":"https://e.example/${'x'.repeat(2_000)}"}}`, 200],
    ['too much', `{"location":{"url":"${PAGE}"},"more":"${'x'.repeat(70_000)}"}`, 200],
    ['a list of pages', `{"location":[{"url":"${PAGE}"}]}`, 200],
  ] as const)
    it(`returns 502 without a Location when the application answers ${what}`, async () => {
      const { open, activateAt, activation } = scene();
      await activateAt(activation.uri);
      activation.answer = (_request, response) => void response.writeHead(status).end(answer);
      const response = await open();
      assert.equal(response.headers.get('location'), null);
      await assertApiError(response, 'maker_failed');
      activation.answer = activation.right;
    });

  it('returns 502 when the application redirects, and does not follow the redirect', async () => {
    const { open, activateAt, activation } = scene();
    await activateAt(activation.uri);
    activation.seen.length = 0;
    activation.answer = (_request, response) =>
      void response.writeHead(302, { Location: 'http://169.254.169.254/' }).end();
    await assertApiError(await open(), 'maker_failed');
    assert.equal(activation.seen.length, 1);
    activation.answer = activation.right;
  });

  it('returns 504 when the application does not answer in time', async () => {
    const { platform, open, activateAt, activation } = scene();
    await activateAt(activation.uri);
    const requested = Promise.withResolvers<void>();
    activation.answer = () => requested.resolve();
    const response = open();
    await requested.promise;
    platform.clock.advance({ seconds: 8 });
    await assertApiError(await response, 'maker_late');
    activation.answer = activation.right;
  });

  it('uses the page of the operator again when the application is disabled or removed', async () => {
    const { platform, services, activateAt, activation, application } = scene();
    await activateAt(activation.uri);
    const { applications, removal } = platform.server.features;
    const page = async () => services.pageOf(await services.get(SERVICE_ID));
    assert.equal(await page(), PAGE);
    await applications.setState(application.clientId, 'disabled');
    assert.equal(await page(), OWN_PAGE);
    await applications.setState(application.clientId, 'enabled');
    assert.equal(await page(), PAGE);
    await removal.application(await applications.get(application.clientId));
    assert.equal(await page(), OWN_PAGE);
    await removal.sweep();
    assert.equal((await services.get(SERVICE_ID)).applicationId, undefined);
    assert.equal(await page(), OWN_PAGE);
  });
});
