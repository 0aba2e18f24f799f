import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AutomationDefinition } from '@azulejo/contract';
import { createMetrics, createServerFeatures } from '@azulejo/server/testing';
import { pino } from 'pino';
import { openPushService } from '../support/push-service.ts';
import { onEachEngine } from '../support/scene.ts';
import { following } from './automations-scene.ts';
import { openReceiver } from './receiver.ts';
import { setUpHeldRuns } from './runs-scene.ts';

/** Maximum number of messages of an automation that are sent concurrently. */
const MAX_CONCURRENT = 5;

onEachEngine('limits of messages of automations', setUpHeldRuns, (scene) => {
  /** Runs an automation with 50 of these steps as often as it says. Returns how its steps ended. */
  async function run(step: AutomationDefinition['then'][number], times: number) {
    const { ana, create, newPanel, settle, send, runsOf, runOf } = scene();
    const then = Array.from({ length: 50 }, () => step);
    const { id } = await create(ana, { ...following(await newPanel()), mode: 'parallel', then });
    await settle();
    for (let count = 0; count < times; count += 1)
      assert.equal((await send(ana, 'POST', `/${id}/play`, {})).status, 200);
    return async () => {
      const runs = await Promise.all((await runsOf(id)).map((each) => runOf(id, each.id)));
      const outcomes = runs.flatMap(({ steps = [] }) => steps.map(({ outcome }) => outcome));
      return Object.fromEntries(
        [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]),
      );
    };
  }

  async function sendAll(count: number) {
    for (let sent = 0; sent <= count; sent += MAX_CONCURRENT) await scene().sendMessages();
  }

  it('makes 60 calls a minute for a user; the others wait', async () => {
    const { platform } = scene();
    await using receiver = await openReceiver();
    const outcomes = await run({ kind: 'webhook', webhook: { url: receiver.url } }, 2);
    await sendAll(100);
    assert.deepEqual([receiver.requests.length, await outcomes()], [60, { done: 60, open: 40 }]);
    platform.clock.advance({ seconds: 59 });
    await sendAll(40);
    assert.equal(receiver.requests.length, 60);
    platform.clock.advance({ seconds: 2 });
    await sendAll(40);
    assert.deepEqual([receiver.requests.length, await outcomes()], [100, { done: 100 }]);
  });

  it('sends each message by one of two servers, and when a claim expires, by the other', async () => {
    const { platform, db } = scene();
    platform.clock.advance({ seconds: 60 });
    const { config, clock } = platform;
    const logger = pino({ enabled: false });
    const options = { config, db, clock, timers: clock, logger, metrics: createMetrics() };
    const other = (await createServerFeatures(options)).services.automationMessages;
    await using receiver = await openReceiver();
    const outcomes = await run({ kind: 'webhook', webhook: { url: receiver.url } }, 1);
    for (let sent = 0; sent < 50; sent += MAX_CONCURRENT)
      await Promise.all([scene().sendMessages(), other.run().then(other.stop)]);
    const keys = receiver.requests.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual([keys.length, new Set(keys).size, await outcomes()], [50, 50, { done: 50 }]);
    platform.clock.advance({ seconds: 60 });
    const again = await run({ kind: 'webhook', webhook: { url: receiver.url } }, 1);
    const claimed_until = clock.now() + 10_000;
    await db.write((tx) => tx.updateTable('automation_messages').set({ claimed_until }).execute());
    await sendAll(50);
    assert.deepEqual(await again(), { open: 50 }, 'a killed server has claimed them');
    platform.clock.advance({ seconds: 10 });
    await sendAll(50);
    assert.deepEqual(await again(), { done: 50 });
    platform.clock.advance({ seconds: 60 });
  });

  it('gives up calls that have waited for a quarter of an hour', async () => {
    const { platform, db, ana } = scene();
    platform.clock.advance({ seconds: 60 });
    await using receiver = await openReceiver();
    const outcomes = await run({ kind: 'webhook', webhook: { url: receiver.url } }, 2);
    await sendAll(100);
    const now = platform.clock.now();
    await db.write((tx) =>
      tx
        .updateTable('automation_messages')
        .set({ created: now - 16 * 60_000, due: now })
        .where('user_id', '=', ana.id)
        .execute(),
    );
    await sendAll(40);
    assert.deepEqual([receiver.requests.length, await outcomes()], [60, { done: 60, 'over-limit': 40 }]);
  });

  it('sends the message of another user although one user has more than are read at once', async () => {
    const { platform, db, ana, rui, create, newOwnerlessPanel, send, settle, sendMessages } = scene();
    const { id } = await create(rui, {
      ...following(await newOwnerlessPanel(rui.id)),
      then: [{ kind: 'notify', notify: { text: 'Hello' } }],
    });
    await settle();
    assert.equal((await send(rui, 'POST', `/${id}/play`, {})).status, 200);
    const now = platform.clock.now();
    const of = { user_id: ana.id, run_id: '1-e1', step: 's1', kind: 'webhook', attempts: 0 } as const;
    const times = {
      created: now - 1000,
      due: now - 1000,
      body_json: '{"url":"https://127.0.0.1:1/","at":0}',
    };
    await db.write(async (tx) => {
      for (let place = 0; place < 600; place += 1) {
        const automation = `automation-${place % 150}`;
        await tx
          .insertInto('automation_messages')
          .values({ ...of, ...times, id: `m${place}`, automation_id: automation })
          .execute();
      }
    });
    await sendMessages();
    const left = await db.read.selectFrom('automation_messages').select('user_id').execute();
    assert.ok(!left.some(({ user_id }) => user_id === rui.id));
    await db.write((tx) => tx.deleteFrom('automation_messages').where('user_id', '=', ana.id).execute());
    platform.clock.advance({ seconds: 60 });
  });

  it('gives up a notification that cannot be sent after five attempts', async () => {
    const { platform, db, ana } = scene();
    const outcomes = await run({ kind: 'notify', notify: { text: 'Hello' } }, 1);
    await db.write((tx) =>
      tx.updateTable('automation_messages').set({ body_json: '{' }).where('user_id', '=', ana.id).execute(),
    );
    for (let minute = 0; minute <= 15; minute += 1) {
      platform.clock.advance({ seconds: 60 });
      await sendAll(50);
    }
    assert.deepEqual(await outcomes(), { failed: 50 });
  });

  it('sends 100 notifications an hour for a user; the others are left out', async () => {
    const { platform } = scene();
    const outcomes = await run({ kind: 'notify', notify: { text: 'Hello' } }, 3);
    await sendAll(150);
    assert.deepEqual(await outcomes(), { done: 100, 'over-limit': 50 });
    platform.clock.advance({ seconds: 3_600 });
    const later = await run({ kind: 'notify', notify: { text: 'Hello' } }, 1);
    await sendAll(50);
    assert.deepEqual(await later(), { done: 50 });
  });

  it('leaves a notification out when the limit of its only recipient refuses it', async () => {
    const { platform, ana } = scene();
    platform.clock.advance({ seconds: 3_600 });
    await using push = await openPushService();
    const response = await platform.request('/v3/notifications/browsers', {
      method: 'POST',
      token: ana.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...push.newBrowser().subscription, name: 'Test' }),
    });
    assert.equal(response.status, 201, await response.text());
    const outcomes = await run({ kind: 'notify', notify: { text: 'Hello' } }, 1);
    await sendAll(50);
    assert.deepEqual(await outcomes(), { done: 30, 'over-limit': 20 });
  });
});
