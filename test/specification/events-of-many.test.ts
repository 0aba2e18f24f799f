import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setUpFeeds } from '../support/feed-scene.ts';
import { onEachEngine } from '../support/scene.ts';

const level = { channelId: 'channel', componentId: 'left', propertyId: 'level' };

onEachEngine('reading the logs of many users', setUpFeeds, (scene) => {
  const many = () => scene().platform.server.features.events;

  it('returns the values and writes that each reader wants, all ends of commands, and how far it has read', async () => {
    const { ana, rui, addEvents, newDevice, put, pass } = scene();
    const [ofAna, ofRui] = [await many().log.lastOf(ana.id), await many().log.lastOf(rui.id)];
    await addEvents(ana.id, 2);
    await addEvents(ana.id, 3, 'other');
    await addEvents(rui.id, 4);
    const device = await newDevice();
    await put(ana.token, device.channelId, 'left/level', 0.5);
    await pass(10);
    const [one, two] = await many().readMany([
      { userId: ana.id, after: ofAna, properties: [level] },
      { userId: rui.id, after: ofRui, properties: [] },
    ]);
    assert.deepEqual(
      one?.events.map(({ n, type, data, state }) => [n - ofAna, type, data, state]),
      [
        [1, 'value', '1', null],
        [2, 'value', '2', null],
        [7, 'command', '0.5', 'unanswered'],
      ],
    );
    assert.deepEqual([one?.to, one?.hasGap], [ofAna + 7, false]);
    assert.deepEqual([two?.to, two?.events.map(({ type }) => type)], [ofRui + 6, ['command']]);
  });

  it('returns everything once, in bounded pages, however the users share them', async () => {
    const { ana, rui, addEvents } = scene();
    const readers = await Promise.all(
      [ana, rui].map(async ({ id }) => ({
        userId: id,
        after: await many().log.lastOf(id),
        properties: [level],
      })),
    );
    for (const { id } of [ana, rui]) await addEvents(id, 1_700);
    const read = new Map(readers.map(({ userId }) => [userId, [] as string[]]));
    for (let pages = 0; ; pages += 1) {
      assert.ok(pages < 20);
      const found = await many().readMany(readers);
      assert.ok(found.reduce((sum, { events }) => sum + events.length, 0) <= 500);
      for (const [index, { userId, to, events }] of found.entries()) {
        read.get(userId)?.push(...events.map(({ data }) => data ?? ''));
        readers[index] = { ...(readers[index] as (typeof readers)[number]), after: to };
      }
      if (found.every(({ events }) => events.length === 0)) break;
    }
    const all = Array.from({ length: 1_700 }, (_, index) => String(index + 1));
    for (const { id } of [ana, rui]) assert.deepEqual(read.get(id), all);
  });

  it('returns what only automations react to, in its order, which the feed does not show', async () => {
    const { ana, db, platform, addEvents, page } = scene();
    const { cursor } = await page(ana.token);
    const after = await many().log.lastOf(ana.id);
    const at = platform.clock.now();
    const of = { userId: ana.id, at };
    await addEvents(ana.id, 1);
    const inputs = [
      {
        ...of,
        type: 'play' as const,
        data: { automation: 'a', checksConditions: true },
        cause: 'automation:a.1-e1.s1',
      },
      { ...of, type: 'scene' as const, data: { scene: 's' } },
      { ...of, type: 'webhook' as const, data: { automation: 'a' } },
      { ...of, type: 'home' as const },
      { ...of, type: 'downtime' as const, data: { from: at - 60_000 } },
    ];
    await db.unit(many().append(inputs));
    await addEvents(ana.id, 1, 'channel', 2);
    const [read] = await many().readMany([{ userId: ana.id, after, properties: [level] }]);
    assert.deepEqual(
      read?.events.map(({ n, type, channelId, data, cause }) => [n - after, type, channelId, data, cause]),
      [
        [1, 'value', 'channel', '1', null],
        [2, 'play', '', '{"automation":"a","checksConditions":true}', 'automation:a.1-e1.s1'],
        [3, 'scene', '', '{"scene":"s"}', null],
        [4, 'webhook', '', '{"automation":"a"}', null],
        [5, 'home', '', null, null],
        [6, 'downtime', '', `{"from":${at - 60_000}}`, null],
        [7, 'value', 'channel', '2', null],
      ],
    );
    const shown = await page(ana.token, `?after=${cursor}`);
    assert.deepEqual(
      shown.elements.map(({ data }) => data),
      [1, 2],
    );
    await db.unit(many().append(inputs));
    const next = await page(ana.token, `?after=${shown.cursor}`);
    assert.deepEqual(next.elements, []);
    assert.notEqual(next.cursor, shown.cursor, 'the events are not read again');
    await addEvents(ana.id, 1, 'channel', 3);
    for (const from of [shown.cursor, next.cursor])
      assert.deepEqual(
        (await page(ana.token, `?after=${from}`)).elements.map(({ data }) => data),
        [3],
      );
  });

  it('returns that a reader must start again where events were pruned or never written', async () => {
    const { ana, db, addEvents } = scene();
    await addEvents(ana.id, 3);
    const last = await many().log.lastOf(ana.id);
    await db.write((tx) =>
      tx.deleteFrom('user_events').where('user_id', '=', ana.id).where('n', '<', last).execute(),
    );
    const gapAfter = async (after: number) =>
      (await many().readMany([{ userId: ana.id, after, properties: [level] }]))[0]?.hasGap;
    assert.deepEqual(
      [await gapAfter(last - 2), await gapAfter(last - 1), await gapAfter(last), await gapAfter(last + 1)],
      [true, false, false, true],
    );
    await assert.rejects(
      many().readMany(Array.from({ length: 501 }, () => ({ userId: ana.id, after: 0, properties: [] }))),
      RangeError,
    );
  });
});
