import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import type { AutomationDefinition, AutomationRun } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import { readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { following } from './automations-scene.ts';
import { openReceiver, type Received } from './receiver.ts';
import { setUpHeldRuns } from './runs-scene.ts';

/** Seconds after which a request that failed is made again, each after the one before. */
const RETRIES = [15, 60, 180, 600];
/** Longer than a receiver has to answer. */
const TIMEOUT = 11;
/** The attempts before the platform is started again. */
const BEFORE_RESTART = 2;

/** Opens a server that accepts requests and never answers. */
async function openDeadHost() {
  const keys: string[] = [];
  const server = createServer((request) => {
    request.resume();
    keys.push(String(request.headers['idempotency-key']));
    server.emit('asked');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    keys,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dead`,
    async untilRequested(times: number) {
      while (keys.length < times) await once(server, 'asked');
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function setUp(stage: Stage) {
  const runs = await setUpHeldRuns(stage);
  const { platform } = runs;
  return {
    ...runs,
    /** Stops the platform and starts it again. */
    async restart() {
      await platform[Symbol.asyncDispose]();
      const { environment, clock } = platform;
      return stage.start({ environment, clock, timers: manualClock() });
    },
  };
}

/** Returns the signature of a request with a key (Standard Webhooks 1.0). */
function signatureOf({ headers, body }: Received, key: string): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const secret = Buffer.from(key.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
}

onEachEngine('requests of automations to web addresses', setUp, (scene) => {
  it('signs requests with a key of their automation', async () => {
    const { ana, rui, create, newPanel, report, settle, send, sendMessages, platform } = scene();
    await using receiver = await openReceiver(500);
    const panel = await newPanel();
    const automations = [];
    for (const label of ['One', 'Other'])
      automations.push(
        await create(ana, {
          ...following(panel),
          label,
          then: [{ kind: 'webhook', webhook: { url: receiver.url } }],
        }),
      );
    await settle();
    await report(panel, 'left', 1);
    await settle();
    await sendMessages();
    platform.clock.advance({ seconds: 20 });
    await sendMessages();
    const keyOf = async (id: string) =>
      (await readJson<{ signing_key: string }>(await send(ana, 'GET', `/${id}/signing-key`))).signing_key;
    const keys = await Promise.all(automations.map(({ id }) => keyOf(id)));
    assert.equal(new Set(keys).size, 2);
    assert.equal(receiver.requests.length, 3);
    for (const request of receiver.requests) {
      const { 'webhook-id': id, 'idempotency-key': key, 'webhook-signature': signature } = request.headers;
      const own = automations.findIndex((automation) => String(id).startsWith(`${automation.id}.`));
      assert.equal(id, key);
      assert.equal(signature, signatureOf(request, keys[own] ?? ''));
      assert.notEqual(signature, signatureOf(request, keys[1 - own] ?? ''));
    }
    // A request that is made again is signed at its own time.
    const times = new Set(receiver.requests.map(({ headers }) => headers['webhook-timestamp']));
    assert.equal(times.size, 2);
    assert.equal((await send(rui, 'GET', `/${automations[0]?.id}/signing-key`)).status, 404);
    for (const key of keys) assert.ok(!platform.log().includes(key));
  });

  it('delays no other automation by requests to a dead host, however many they are', async () => {
    const { ana, rui, create, newPanel, newOwnerlessPanel, send, settle, platform } = scene();
    await using dead = await openDeadHost();
    await using alive = await openReceiver();
    const calls = Array.from({ length: 30 }, () => ({
      kind: 'webhook' as const,
      webhook: { url: dead.url },
    }));
    const to = (then: AutomationDefinition['then'], panel: string) => ({ ...following(panel), then });
    const { id: many } = await create(ana, to(calls, await newPanel()));
    const { id: own } = await create(
      ana,
      to([{ kind: 'webhook', webhook: { url: alive.url } }], await newPanel()),
    );
    const { id: other } = await create(
      rui,
      to([{ kind: 'webhook', webhook: { url: alive.url } }], await newOwnerlessPanel(rui.id)),
    );
    await settle();
    assert.equal((await send(ana, 'POST', `/${many}/play`, {})).status, 200);
    const { automationMessages } = platform.server.features;
    await automationMessages.run();
    await dead.untilRequested(1);
    await automationMessages.run();
    assert.equal((await send(ana, 'POST', `/${own}/play`, {})).status, 200);
    assert.equal((await send(rui, 'POST', `/${other}/play`, {})).status, 200);
    await automationMessages.run();
    await alive.untilReceived(2);
    assert.ok(dead.keys.length <= 5, `${dead.keys.length} calls at once`);
    platform.clock.advance({ seconds: TIMEOUT });
    await automationMessages.stop();
  });

  it('follows no redirect of a web address, and fails at once', async () => {
    const { ana, create, newPanel, report, settle, runsOf, runOf, sendMessages } = scene();
    await using elsewhere = await openReceiver();
    await using receiver = await openReceiver(302);
    const panel = await newPanel();
    const then = [
      {
        kind: 'webhook' as const,
        webhook: { url: `${receiver.url}?to=${encodeURIComponent(elsewhere.url)}` },
      },
    ];
    const { id } = await create(ana, { ...following(panel), then });
    await settle();
    await report(panel, 'left', 1);
    await settle();
    await sendMessages();
    await sendMessages();
    const [run] = await runsOf(id);
    const { steps = [] } = await runOf(id, run?.id ?? '');
    assert.deepEqual(
      steps.map(({ outcome }) => outcome),
      ['failed'],
    );
    assert.deepEqual([receiver.requests.length, elsewhere.requests.length], [1, 0]);
  });

  it('repeats no request of an automation that was deleted', async () => {
    const { ana, create, newPanel, report, settle, send, sendMessages } = scene();
    await using receiver = await openReceiver(500, 500);
    const panel = await newPanel();
    const then = [{ kind: 'webhook' as const, webhook: { url: receiver.url } }];
    const [kept, deleted] = [
      await create(ana, { ...following(panel), label: 'Kept', then }),
      await create(ana, { ...following(panel), label: 'Deleted', then }),
    ];
    await report(panel, 'left', 1);
    await settle();
    await sendMessages();
    assert.equal((await send(ana, 'DELETE', `/${deleted.id}`)).status, 200);
    await settle(RETRIES[0]);
    await sendMessages();
    const ids = receiver.requests.map(({ headers }) => String(headers['idempotency-key']).split('.')[0]);
    assert.deepEqual(ids.toSorted(), [kept.id, kept.id, deleted.id].toSorted());
  });

  it('makes a request to a dead host five times with one key, over a restart, and holds up no others', async () => {
    const { ana, create, newPanel, report, settle, platform, restart } = scene();
    await using dead = await openDeadHost();
    await using alive = await openReceiver();
    const panel = await newPanel();
    const then = [
      { kind: 'webhook' as const, webhook: { url: dead.url } },
      { kind: 'webhook' as const, webhook: { url: alive.url } },
    ];
    const { id } = await create(ana, { ...following(panel), then });
    await settle();
    await report(panel, 'left', 1);
    await settle();
    const { clock } = platform;
    let running = platform;
    const path = `/v3/users/me/automations/${id}/runs`;
    async function outcomes() {
      const read = async <T>(of: string) => readJson<T>(await running.request(of, { token: ana.token }));
      const [run] = (await read<{ elements: AutomationRun[] }>(path)).elements;
      const { steps = [] } = await read<AutomationRun>(`${path}/${run?.id}`);
      return steps.map(({ outcome }) => outcome);
    }
    for (const [attempt, pause] of [...RETRIES, 0].entries()) {
      if (attempt === BEFORE_RESTART) running = await restart();
      const { automationMessages } = running.server.features;
      await automationMessages.run();
      await dead.untilRequested(attempt + 1);
      while ((await outcomes())[1] === 'open');
      assert.deepEqual(await outcomes(), ['open', 'done']);
      clock.advance({ seconds: TIMEOUT });
      await automationMessages.stop();
      clock.advance({ seconds: pause });
    }
    clock.advance({ seconds: 3_600 });
    await running.server.features.automationMessages.run();
    await running.server.features.automationMessages.stop();
    assert.deepEqual([dead.keys.length, new Set(dead.keys).size, alive.requests.length], [5, 1, 1]);
    assert.deepEqual(await outcomes(), ['failed', 'done']);
  });
});
