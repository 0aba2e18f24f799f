import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Event, EventPage } from '@azulejo/contract';
import { dataOf, setUpFeeds } from '../support/feed-scene.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';

onEachEngine('GET /v3/users/{id}/events', setUpFeeds, (scene) => {
  it('returns the current cursor without `after`, and later events after that cursor', async () => {
    const { page, newDevice, put, ana } = scene();
    const device = await newDevice();
    const { elements, cursor } = await page(ana.token);
    assert.deepEqual(elements, []);
    assert.deepEqual(await page(ana.token, `?after=${cursor}`), { elements: [], cursor });
    await put(device.token, device.channelId, 'left/measure', 21.5);
    const next = await page(ana.token, `?after=${cursor}`);
    const [event] = next.elements;
    assert.ok(event);
    const { timestamp: _timestamp, ...rest } = event;
    assert.deepEqual(rest, {
      cursor: next.cursor,
      type: 'value',
      channel: device.channelId,
      component: 'left',
      property: 'measure',
      io: 'iw',
      data: 21.5,
      sender: device.id,
      cause: 'report',
    });
    assert.deepEqual((await page(ana.token, `?after=${next.cursor}`)).elements, []);
  });

  it('returns a write as the value that answers it, or as the command that ended without one', async () => {
    const { page, newDevice, put, pass, ana, application } = scene();
    const device = await newDevice();
    const { cursor } = await page(ana.token);
    await put(ana.token, device.channelId, 'left/level', 0.3);
    assert.deepEqual((await page(ana.token, `?after=${cursor}`)).elements, [], 'nothing is settled yet');
    await put(device.token, device.channelId, 'left/level', 0.25);
    await put(ana.token, device.channelId, 'left/level', 0.7);
    await pass(10);
    const [value, command, ...others] = (await page(ana.token, `?after=${cursor}`)).elements;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [value?.type, value?.io, value?.data, value?.sender, value?.on_behalf_of, value?.state],
      ['value', 'iw', 0.25, device.id, ana.id, 'answered'],
    );
    assert.deepEqual(
      [command?.type, command?.io, command?.data, command?.sender, command?.on_behalf_of, command?.state],
      ['command', undefined, 0.7, application.clientId, ana.id, 'unanswered'],
    );
    for (const { cause } of [value, command] as Event[]) assert.match(cause ?? '', /^command:/);
    assert.notEqual(value?.cause, command?.cause);
  });

  it('returns every event once, in pages, oldest first, from any cursor', async () => {
    const { page, addEvents, rui } = scene();
    const { cursor: start } = await page(rui.token);
    await addEvents(rui.id, 1_234);
    const all: Event[] = [];
    const sizes: number[] = [];
    for (let cursor = start; ; ) {
      const next: EventPage = await page(rui.token, `?after=${cursor}&page_size=500`);
      sizes.push(next.elements.length);
      if (next.elements.length === 0) break;
      assert.equal(next.cursor, next.elements.at(-1)?.cursor);
      all.push(...next.elements);
      cursor = next.cursor;
    }
    assert.deepEqual(sizes, [500, 500, 234, 0]);
    assert.deepEqual(
      dataOf(all),
      Array.from({ length: 1_234 }, (_, index) => index + 1),
    );
    const from = all[700]?.cursor;
    assert.deepEqual(dataOf((await page(rui.token, `?after=${from}`)).elements), dataOf(all.slice(701, 801)));
    assert.equal((await page(rui.token, `?after=${start}&page_size=1000`)).elements.length, 1_000);
  });

  it('returns one log to everyone who may see the user, and separate logs per user', async () => {
    const { page, list, addEvents, ana, rui, platform, applicationToken } = scene();
    const { cursor } = await page(ana.token);
    await addEvents(ana.id, 3);
    const own = await page(ana.token, `?after=${cursor}`);
    const token = await applicationToken();
    const path = `/v3/users/${ana.id}/events?after=${cursor}`;
    assert.deepEqual(await readJson(await platform.request(path, { token })), own);
    await assertApiError(await platform.request(path, { token: rui.token }), 'forbidden');
    const body = await assertApiError(await list(rui.token, `?after=${own.cursor}`), 'resync');
    assert.equal(body.cursor, (await page(rui.token)).cursor);
  });

  it('returns 410 with the current cursor for an unknown cursor', async () => {
    const { page, list, addEvents, ana } = scene();
    await addEvents(ana.id, 2);
    const { cursor } = await page(ana.token);
    const [tag = '', n = ''] = cursor.split('.');
    const unknown = [
      'nonsense',
      '.',
      '0',
      `${tag}.`,
      `${tag}.-1`,
      `${tag}.1e3`,
      `${tag}.0${n}`,
      `${tag}.${Number(n) + 1}`,
      `${tag}.999999999999999999`,
      `${tag.slice(1)}.${n}`,
      `${tag.startsWith('x') ? 'y' : 'x'}${tag.slice(1)}.${n}`,
      ` ${cursor}`,
    ];
    for (const given of unknown) {
      const response = await list(ana.token, `?after=${encodeURIComponent(given)}`);
      assert.equal((await assertApiError(response, 'resync')).cursor, cursor, given);
    }
    assert.deepEqual(await page(ana.token, `?after=${cursor}`), { elements: [], cursor });
  });

  it('names the invalid parameter of a request for events', async () => {
    const { list, ana } = scene();
    const wrong = {
      page_size: ['99', '1001', '0', 'x'],
      wait: ['-1', '61', '1.5'],
      after: ['x'.repeat(201)],
    };
    for (const [field, texts] of Object.entries(wrong)) {
      for (const text of texts) {
        const body = await assertApiError(await list(ana.token, `?${field}=${text}`), 'invalid_request');
        assert.deepEqual(
          body.errors?.map((error) => error.field),
          [field],
        );
      }
    }
  });

  it('returns a page of large events in parts of at least one event', async () => {
    const { page, addEvents, db, ana } = scene();
    const { cursor } = await page(ana.token);
    await addEvents(ana.id, 450);
    const large = JSON.stringify('x'.repeat(20_000));
    await db.write((tx) =>
      tx.updateTable('user_events').set({ data_json: large }).where('user_id', '=', ana.id).execute(),
    );
    const sizes: number[] = [];
    for (let after = cursor; sizes.at(-1) !== 0; ) {
      const next = await page(ana.token, `?after=${after}&page_size=1000`);
      sizes.push(next.elements.length);
      after = next.cursor;
    }
    assert.equal(
      sizes.reduce((sum, size) => sum + size),
      450,
    );
    assert.ok(Math.max(...sizes) < 450, `${sizes}`);
  });
});
