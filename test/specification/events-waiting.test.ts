import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { EventPage } from '@azulejo/contract';
import { advanceUntil, manualClock } from '@azulejo/server/testing';
import { dataOf, setUpFeeds } from '../support/feed-scene.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

/** Maximum number of waiting requests per user, as the server limits them. */
const MAX_WAITING = 30;

/** Starts a platform whose jobs run when `timers` are advanced, so that events are found by notifications alone. */
async function setUp(stage: Stage) {
  const timers = manualClock();
  const start: Stage['start'] = (options) => stage.start({ ...options, timers });
  return { ...(await setUpFeeds({ ...stage, start })), timers };
}

onEachEngineInFull('long polling for events', setUp, (scene) => {
  it('returns events as soon as they happen', async () => {
    const { page, list, newDevice, put, ana, rui } = scene();
    const device = await newDevice();
    const cursors = await Promise.all([ana, rui].map(async ({ token }) => (await page(token)).cursor));
    const waiting = [ana, rui].map(({ token }, index) => list(token, `?after=${cursors[index]}&wait=60`));
    await put(device.token, device.channelId, 'left/measure', 7);
    for (const response of await Promise.all(waiting))
      assert.deepEqual(dataOf((await readJson<EventPage>(response)).elements), [7]);
  });

  it('returns events without a notification, by polling the database', async () => {
    const { page, list, addEvents, ana, timers } = scene();
    const { cursor } = await page(ana.token);
    const waiting = list(ana.token, `?after=${cursor}&wait=60`);
    await addEvents(ana.id, 2);
    const found = await advanceUntil(timers, waiting, { seconds: 1 });
    assert.deepEqual(dataOf((await readJson<EventPage>(found)).elements), [1, 2]);
  });

  it('returns no events and the same cursor after the requested time', async () => {
    const { page, ana, platform } = scene();
    const { clock } = platform;
    const { cursor } = await page(ana.token);
    const began = clock.monotonic();
    const waiting = page(ana.token, `?after=${cursor}&wait=60`);
    assert.deepEqual(await advanceUntil(clock, waiting, { seconds: 1 }), { elements: [], cursor });
    assert.ok(clock.monotonic() - began >= 60_000);
  });

  it('returns revoked_token when the token was revoked while waiting', async () => {
    const { page, list, newDevice, put, rui, platform, application } = scene();
    const device = await newDevice();
    const { cursor } = await page(rui.token);
    const waiting = list(rui.token, `?after=${cursor}&wait=60`);
    const { db } = scene();
    await db.write((tx) =>
      tx
        .updateTable('sign_ins')
        .set({ revoked_at: platform.clock.now() })
        .where('user_id', '=', rui.id)
        .where('client_id', '=', application.clientId)
        .execute(),
    );
    await put(device.token, device.channelId, 'left/measure', 8);
    await assertApiError(await waiting, 'revoked_token');
  });

  it('refuses more waiting requests than the limit, until some have ended', async () => {
    const { page, list, ana, platform } = scene();
    const { cursor } = await page(ana.token);
    const query = `?after=${cursor}&wait=60`;
    for (let round = 0; round < 2; round += 1) {
      const leaving = new AbortController();
      const waiting = Array.from({ length: MAX_WAITING }, () =>
        list(ana.token, query, { signal: leaving.signal }),
      );
      const refused = await untilRefused(() => list(ana.token, query, { signal: leaving.signal }));
      await assertApiError(refused, 'too_many_requests');
      assert.equal(refused.headers.get('retry-after'), '60');
      leaving.abort();
      await Promise.allSettled(waiting);
    }
    // All waiting requests have ended, so that new ones can wait again.
    const waiting = untilAnswered(() => list(ana.token, query));
    const found = await advanceUntil(platform.clock, waiting, { seconds: 1 });
    assert.deepEqual(await readJson(found), { elements: [], cursor });
  });
});

/** Repeats the request until it is refused, as the waiting ones are registered with a short delay. */
async function untilRefused(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await Promise.race([ask().catch(() => undefined), setTimeout(50)]);
    if (answer) return answer;
  }
}

/** Repeats the request until it is accepted, as ended ones are released with a short delay. */
async function untilAnswered(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429) return answer;
  }
}
