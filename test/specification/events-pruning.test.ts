import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dataOf, setUpFeeds } from '../support/feed-scene.ts';
import { assertApiError } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

/** More events than one pruning batch deletes. */
const MANY = 1_300;

/** Tokens must live longer than the events, so that they can be used after pruning. */
const setUp = (stage: Stage) =>
  setUpFeeds({ ...stage, start: () => stage.start({ environment: { TOKEN_LIFETIME_USER: '365d' } }) });

onEachEngineInFull('retention of events', setUp, (scene) => {
  it('returns resync for a cursor older than the retention', async () => {
    const { platform, page, list, addEvents, ana, rui } = scene();
    const { events } = platform.server.features;
    const { cursor: start } = await page(ana.token);
    await addEvents(ana.id, MANY);
    await addEvents(rui.id, 10);
    platform.clock.advance({ days: 29 });
    const { cursor: between } = await page(ana.token);
    await addEvents(ana.id, 3, 'channel', MANY + 1);
    await events.prune();
    assert.equal((await page(ana.token, `?after=${start}&page_size=1000`)).elements.length, 1_000);
    platform.clock.advance({ days: 2 });
    await events.prune();
    const { cursor: current } = await page(ana.token);
    for (const init of [{}, { headers: { accept: 'text/event-stream' } }]) {
      const refused = await assertApiError(await list(ana.token, `?after=${start}`, init), 'resync');
      assert.equal(refused.cursor, current);
    }
    const kept = await page(ana.token, `?after=${between}`);
    assert.deepEqual(dataOf(kept.elements), [MANY + 1, MANY + 2, MANY + 3]);
    platform.clock.advance({ days: 31 });
    await events.prune();
    await assertApiError(await list(ana.token, `?after=${between}`), 'resync');
    assert.deepEqual(await page(ana.token, `?after=${current}`), { elements: [], cursor: current });
    await addEvents(ana.id, 1, 'channel', 7);
    assert.deepEqual(dataOf((await page(ana.token, `?after=${current}`)).elements), [7]);
  });

  it('prunes while others write and leaves no gap in the remaining events', async () => {
    const { platform, page, addEvents, newDevice, put, ana, db } = scene();
    const { events } = platform.server.features;
    const device = await newDevice();
    await addEvents(ana.id, 4 * MANY);
    platform.clock.advance({ days: 31 });
    const { cursor } = await page(ana.token);
    let isPruning = true;
    const pruning = events.prune().finally(() => {
      isPruning = false;
    });
    const written: number[] = [];
    while (isPruning || written.length < 5) {
      written.push(written.length);
      await put(device.token, device.channelId, 'left/measure', written.length - 1);
    }
    await pruning;
    const { elements } = await page(ana.token, `?after=${cursor}&page_size=1000`);
    assert.deepEqual(dataOf(elements), written.slice(0, 1_000));
    const left = await db.read.selectFrom('user_events').select('n').where('user_id', '=', ana.id).execute();
    assert.equal(left.length, written.length);
  });
});
