import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { manualClock } from '@azulejo/server/testing';
import { following, levelOf } from '../../automation/automations-scene.ts';
import { setUpRuns } from '../../automation/runs-scene.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';

const KEY = 'c2VjcmV0IGtleSBvZiB0aGUgaHVi';
const IOS = 'Azulejo/1.0 (iPhone; iOS 9.3.5; Scale/2.00)';

type Request = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: unknown };

/** Opens a stand-in for a notification hub, which answers with `statuses` in turn, then with 201. */
async function openHub() {
  const requests: Request[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as unknown;
    requests.push({ url: request.url ?? '', headers: request.headers, body });
    response.writeHead(statuses.shift() ?? 201).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    requests,
    statuses,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a platform with a hub, whose jobs run when a test advances its timers. */
async function setUp(stage: Stage) {
  const hub = stage.use(await openHub());
  const timers = manualClock();
  const environment = {
    PUSH_NETWORKS: '127.0.0.1/32',
    PHONE_HUB: `Endpoint=http://127.0.0.1:${hub.port}/;SharedAccessKeyName=send;SharedAccessKey=${KEY}`,
    PHONE_HUB_NAME: 'Casa',
  };
  const start: Stage['start'] = (options) => stage.start({ ...options, environment, timers });
  return { ...(await setUpRuns({ ...stage, start })), hub, timers };
}

onEachEngine('the notification hub of phone apps', setUp, (scene) => {
  const tagsOf = async (userAgent: string) => {
    const { ana, platform } = scene();
    const headers = { 'user-agent': userAgent };
    const path = '/v3/legacy/users/me/tags';
    return (await readJson<{ tags: string[] }>(await platform.request(path, { token: ana.token, headers })))
      .tags;
  };

  /** Runs an automation by hand, and sends what it decided. */
  const play = async (id: string) => {
    const { ana, send, platform } = scene();
    assert.equal((await send(ana, 'POST', `/${id}/play`, {})).status, 200);
    await platform.server.features.automationMessages.run();
    await platform.server.features.automationMessages.stop();
  };

  const untilRequested = async (times: number) => {
    const { hub, timers } = scene();
    for (; hub.requests.length < times; await setImmediate()) timers.advance({ seconds: 1 });
  };

  it('delivers what automations send, for the tag under which both phone apps register', async () => {
    const { ana, rui, create, newDevice, settle, hub, platform, db } = scene();
    const { channelId } = await newDevice();
    const retried = async () => {
      const waiting = db.read.selectFrom('notification_messages').select('id');
      const { now } = platform.clock;
      return (
        await waiting
          .where('due', '=', now() + 60_000)
          .where('attempts', '=', 1)
          .execute()
      ).length;
    };
    const notify = { title: 'Hall', text: 'The door is "open"', to: [ana.id, rui.id] };
    const { id } = await create(ana, { ...following(channelId), then: [{ kind: 'notify', notify }] });
    // People who no longer share a device with the owner get nothing.
    const path = '/v3/legacy/users/me/tiles';
    const { token } = rui;
    const { tiles } = await readJson<{ tiles: { id: string }[] }>(await platform.request(path, { token }));
    for (const tile of tiles)
      await readJson(await platform.request(`${path}/${tile.id}`, { method: 'DELETE', token }));
    await settle();
    hub.statuses.push(503);
    await play(id);
    await untilRequested(2);
    // A message that failed is sent again, but only after the failure is stored.
    while ((await retried()) === 0) await setImmediate();
    platform.clock.advance({ seconds: 61 });
    await untilRequested(3);
    const [android, ios] = await Promise.all([tagsOf('okhttp/3'), tagsOf(IOS)]);
    assert.deepEqual(android, ios);
    const bodies = new Map(
      hub.requests.map(({ headers, body }) => [headers['servicebusnotification-format'], body]),
    );
    assert.deepEqual(bodies.get('apple'), {
      aps: { alert: { title: 'Hall', body: notify.text }, sound: 'default' },
    });
    assert.deepEqual(bodies.get('gcm'), { data: { title: 'Hall', msg: notify.text, sound: 'default' } });
    for (const { url, headers } of hub.requests) {
      assert.equal(url, '/Casa/messages/?api-version=2015-01');
      assert.equal(headers['servicebusnotification-tags'], ios[0]);
      assertSigned(headers, `http://127.0.0.1:${hub.port}/casa`);
    }
    assert.ok(!platform.log().includes(KEY));
  });

  it('shortens a message whose values would make it longer than push services take', async () => {
    const { ana, create, newPanel, put, settle, hub } = scene();
    const panel = await newPanel();
    // Each of these characters has four bytes.
    await readJson(await put(ana.token, panel, 'left/label', '🚪'.repeat(40)));
    const values = { label: { ...levelOf(panel), property: 'label' } };
    const notify = { text: '{{label}}'.repeat(50), values };
    const { id } = await create(ana, { ...following(panel), then: [{ kind: 'notify', notify }] });
    await settle();
    const before = hub.requests.length;
    await play(id);
    await untilRequested(before + 2);
    for (const { body } of hub.requests.slice(before)) {
      const text = JSON.stringify(body);
      assert.match(text, /(🚪){700,}…"/u);
      assert.ok(Buffer.byteLength(text) <= 4_096);
    }
  });
});

/** Checks the shared access signature of a request for this address. */
function assertSigned({ authorization = '' }: IncomingHttpHeaders, resource: string): void {
  const [scheme, members = ''] = authorization.split(' ');
  const { sr, sig, se, skn } = Object.fromEntries(new URLSearchParams(members));
  assert.deepEqual([scheme, skn, sr], ['SharedAccessSignature', 'send', resource]);
  const signed = `${encodeURIComponent(resource)}\n${se}`;
  assert.equal(sig, createHmac('sha256', KEY).update(signed).digest('base64'));
}
