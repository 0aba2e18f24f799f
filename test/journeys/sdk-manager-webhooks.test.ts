import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import type { NodeListener, WebhookHandlers, WebhookOptions } from '@azulejo/sdk/manager';
import { LAMP } from '../support/live-scene.ts';
import { type MakerScene, setUpMaker } from '../support/manager-scene.ts';
import { onEachEngineInFull } from '../support/scene.ts';

const BASE = 'https://acme.example/azulejo';

/** Returns the webhooks of a maker that lets everybody sign in, and has three lamps. */
function newHandlers(more: Partial<WebhookHandlers> = {}) {
  const received: unknown[] = [];
  const handlers: WebhookHandlers = {
    authorize: () => [{ method: 'GET', url: 'https://acme.example/sign-in?redirect_uri={redirect_uri}' }],
    receiveToken: (call, token) => void received.push([call.userId, token]),
    listDevices: () =>
      received.length === 0 ? undefined : ['a', 'b', 'c'].map((id) => ({ id, content: `Lamp ${id}` })),
    ...more,
  };
  return { received, handlers };
}

/** Returns whom the calls below are about: application, person and template. */
const subjectsOf = ({ application, ana }: MakerScene) => [application.clientId, ana.id, LAMP];

/** Calls a webhook as the platform does (manager-sdk 3). */
function callerOf(
  { manager, application, ana }: MakerScene,
  handlers: WebhookHandlers,
  options?: WebhookOptions,
) {
  const handle = manager.webhooks.handler(handlers, options);
  return async (
    name: string,
    { body, ...more }: { body?: unknown; method?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> => {
    const { confirmation_hash } = await manager.webhooks.get();
    const method = more.method ?? (name === 'authorize' ? 'GET' : 'POST');
    const headers = {
      authorization: `Bearer ${confirmation_hash}`,
      'x-client-id': application.clientId,
      'x-owner-id': ana.id,
      'x-channeltemplate-id': LAMP,
      ...more.headers,
    };
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    return handle(
      new Request(`${BASE}/${name}`, { method, headers, ...(method === 'POST' && { body: text }) }),
    );
  };
}

async function listen(listener: NodeListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

onEachEngineInFull("the SDK's webhooks of a manager", setUpMaker, (scene) => {
  it('registers the four addresses, and changes the hash with them', async () => {
    const { manager } = scene();
    const before = await manager.webhooks.get();
    await manager.webhooks.register(`${BASE}/`);
    const { confirmation_hash, authorize, receive_token, devices_list, select_device } =
      await manager.webhooks.get();
    assert.deepEqual(
      [authorize, receive_token, devices_list, select_device],
      ['authorize', 'receive-token', 'devices-list', 'select-device'].map((name) => `${BASE}/${name}`),
    );
    assert.notEqual(confirmation_hash, before.confirmation_hash);
    await assert.rejects(manager.webhooks.register('http://10.0.0.1/azulejo'), {
      name: 'Refused',
      status: 400,
    });
  });

  it('signs a person in, lists the devices, and adds the chosen ones in order', async () => {
    const { ana, consent, manager } = scene();
    const connected: string[] = [];
    const problems: unknown[] = [];
    const { handlers, received } = newHandlers({
      added: (_call, device, channelId) => {
        if (device.id === 'b') throw new Error('b is broken');
        connected.push(`${device.id} ${channelId}`);
      },
    });
    const call = callerOf(scene(), handlers, { onProblem: (error) => problems.push(error) });
    const steps = (await (await call('authorize')).json()) as { location: { url: string }[] };
    assert.match(steps.location[0]?.url ?? '', /\{redirect_uri\}$/);
    assert.equal((await call('devices-list')).status, 404);
    const token = { access_token: 'mA1' };
    assert.equal((await call('receive-token', { body: token })).status, 200);
    assert.deepEqual(received, [[ana.id, token]]);
    const listed = (await (await call('devices-list')).json()) as { id: string }[];
    assert.deepEqual(
      listed.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
    // The platform cannot reach the addresses of the other tests. Without any, the consent alone is enough.
    const none = { authorize: null, receive_token: null, devices_list: null, select_device: null };
    await manager.webhooks.update(none);
    await consent(ana);
    const chosen = { channels: listed.map(({ id }) => ({ id, content: `Lamp ${id}`, photoUrl: '' })) };
    const added = (await (await call('select-device', { body: chosen })).json()) as { id: string }[];
    assert.deepEqual(
      added.map(({ id }, index) => `${['a', 'c'][index]} ${id}`),
      connected.toSorted(),
    );
    assert.equal(problems.length, 1);
    const [first] = added;
    const { remote_key, name } = await manager.channels.get({ channel_id: first?.id ?? '' });
    assert.deepEqual([remote_key, name], ['a', 'Lamp a']);
  });

  it('refuses a wrong hash, and takes a new one when the platform changed it', async () => {
    const { manager } = scene();
    const call = callerOf(scene(), newHandlers().handlers);
    assert.equal((await call('authorize')).status, 200);
    for (const authorization of ['Bearer wrong', 'Bearer ', 'Basic abc'])
      assert.equal((await call('authorize', { headers: { authorization } })).status, 403, authorization);
    await manager.webhooks.register(`${BASE}-2`);
    assert.equal((await call('authorize')).status, 200);
  });

  it('asks the platform for its hash only a few times a minute, regardless of the caller', async () => {
    const { newManager } = scene();
    let reads = 0;
    const manager = newManager({
      fetch: (input, init) => {
        if (init?.method === 'GET') reads += 1;
        return fetch(input, init);
      },
    });
    const handle = manager.webhooks.handler(newHandlers().handlers);
    const headers = { authorization: 'Bearer wrong' };
    for (let index = 0; index < 30; index += 1)
      assert.equal((await handle(new Request(`${BASE}/authorize`, { headers }))).status, 403);
    assert.equal(reads, 10);
  });

  it('refuses requests without a valid signature when it has keys', async () => {
    const secret = Buffer.from('a secret of 24 bytes or so');
    const signingKeys = [`whsec_${secret.toString('base64')}`];
    const call = callerOf(scene(), newHandlers().handlers, { signingKeys });
    const body = '{"access_token":"mA1"}';
    const subjects = subjectsOf(scene());
    const signed = (age: number, key = secret, text = body, about = subjects) => {
      const timestamp = String(Math.floor(Date.now() / 1000) - age);
      const sign = (signedText: string) => createHmac('sha256', key).update(signedText).digest('base64');
      return {
        'webhook-id': 'msg_1',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,AAAA v1,${sign(`msg_1.${timestamp}.${text}`)}`,
        'webhook-subject-signature': `v1,${sign(['msg_1', timestamp, ...about, text].join('\n'))}`,
      };
    };
    const statusOf = async (headers: Record<string, string>) =>
      (await call('receive-token', { body, headers })).status;
    assert.equal(await statusOf(signed(0)), 200);
    assert.equal(await statusOf({}), 403);
    assert.equal(await statusOf(signed(600)), 403);
    assert.equal(await statusOf(signed(0, Buffer.from('another'))), 403);
    assert.equal(await statusOf(signed(0, secret, '{}')), 403);
    const { 'webhook-subject-signature': _subjects, ...standard } = signed(0);
    assert.equal(await statusOf(standard), 403, 'the request does not prove that it is about this person');
    const [application = '', , template = ''] = subjects;
    assert.equal(await statusOf(signed(0, secret, body, [application, scene().rui.id, template])), 403);
    assert.equal(await statusOf({ ...signed(0), 'x-owner-id': scene().rui.id }), 403);
  });

  it('works as a listener of an HTTP server, too', async () => {
    const { application, ana, manager } = scene();
    const { handlers, received } = newHandlers();
    await using server = await listen(manager.webhooks.listener(handlers));
    const { confirmation_hash } = await manager.webhooks.get();
    const headers = {
      authorization: `Bearer ${confirmation_hash}`,
      'x-client-id': application.clientId,
      'x-owner-id': ana.id,
      'x-channeltemplate-id': LAMP,
    };
    const post = (body: string) => fetch(`${server.url}/v3/receive-token`, { method: 'POST', headers, body });
    assert.equal((await fetch(`${server.url}/v3/authorize`, { headers })).status, 200);
    assert.equal((await post('{"access_token":"mA1"}')).status, 200);
    assert.deepEqual(received, [[ana.id, { access_token: 'mA1' }]]);
    const tooLarge = await post(`"${'a'.repeat(2_000_000)}"`);
    assert.equal(tooLarge.status, 413);
    assert.match(((await tooLarge.json()) as { text: string }).text, /larger than/);
    assert.equal((await fetch(`${server.url}/v3/nothing`, { headers })).status, 404);
  });

  it('returns the errors of a request', async () => {
    const failing = newHandlers({
      authorize: () => {
        throw new Error('the cloud is down');
      },
    });
    const problems: unknown[] = [];
    const call = callerOf(scene(), failing.handlers, { onProblem: (error) => problems.push(error) });
    const statuses = [
      await call('nothing'),
      await call('constructor'),
      await call('devices-list', { method: 'GET' }),
      await call('receive-token', { body: 'no json' }),
      await call('receive-token', { body: `"${'a'.repeat(300_000)}"` }),
      await call('select-device', { body: { channels: [{ content: 'no id' }] } }),
      await call('authorize', { headers: { 'x-owner-id': '' } }),
      await call('authorize'),
    ].map(({ status }) => status);
    assert.deepEqual(statuses, [404, 404, 405, 422, 413, 422, 400, 500]);
    assert.deepEqual(
      problems.map((error) => (error as Error).message),
      ['the cloud is down'],
    );
  });
});
