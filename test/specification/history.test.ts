import assert from 'node:assert/strict';
import { it } from 'node:test';
import { History, HistoryList, toTimestamp } from '@azulejo/contract';
import { MINUTE, setUpHistory, timeOf } from '../support/history-scene.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

const START = Date.parse('2026-02-01T00:00:00Z');

/** Values of fixed times are kept. */
const forever = { HISTORY_RETENTION: '3650d', HISTORY_HOURS_RETENTION: '3650d' };
const setUp = (stage: Stage) =>
  setUpHistory({ ...stage, start: () => stage.start({ environment: forever }) });

onEachEngine('GET …/history', setUp, (scene) => {
  it('returns reported values, newest first (manager-sdk 2.1)', async () => {
    const { newDevice, put, ask, ana, rui, platform } = scene();
    const device = await newDevice();
    const times: string[] = [];
    for (const data of [20.5, 21, 21]) {
      await put(device.token, device.channelId, 'left/measure', data);
      times.unshift(toTimestamp(platform.clock.now()));
      platform.clock.advance({ seconds: 1 });
    }
    for (const token of [ana.token, rui.token, device.token]) {
      const body = await readJson<History>(await ask(token, device.channelId, 'left/measure'));
      assertExact(History, body);
      assert.deepEqual(
        body.elements,
        [21, 21, 20.5].map((value, index) => ({ value, timestamp: times[index], cause: 'report' })),
      );
    }
  });

  it('keeps the largest numbers in order, and averages none of them', async () => {
    const { newDevice, put, read, ana } = scene();
    const device = await newDevice();
    const largest = [Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE];
    for (const data of largest)
      assert.equal((await put(device.token, device.channelId, 'left/measure', data)).status, 200);
    const points = await read(ana.token, device.channelId, 'left/measure');
    assert.deepEqual(
      points.map(({ value }) => value),
      largest.toReversed(),
    );
    const [hour] = await read(ana.token, device.channelId, 'left/measure', '?interval=1h');
    assert.deepEqual([hour?.value, hour?.count, hour?.avg], [-Number.MAX_VALUE, 3, undefined]);
  });

  it('returns who set a value when it was not a plain report', async () => {
    const { newOwnerlessPanel, put, read, ana, application } = scene();
    const ownerless = await newOwnerlessPanel();
    await put(ana.token, ownerless, 'left/colour', { h: 1, s: 2, v: 3 });
    const [point, ...others] = await read(ana.token, ownerless, 'left/colour');
    assert.deepEqual(others, []);
    assert.deepEqual(
      [point?.value, point?.sender, point?.on_behalf_of],
      [{ h: 1, s: 2, v: 3 }, application.clientId, ana.id],
    );
    assert.match(point?.cause ?? '', /^command:/);
  });

  it('returns no values for an empty property, and 404 for unknown or inaccessible ones', async () => {
    const { newOwnerlessPanel, ask, read, ana, rui, stranger } = scene();
    const ownerless = await newOwnerlessPanel();
    for (const at of ['left/level', 'left/access', 'body/access'])
      assert.deepEqual(await read(ana.token, ownerless, at), []);
    for (const at of ['left/nothing', 'nowhere/level', 'body/level'])
      await assertApiError(await ask(ana.token, ownerless, at), 'not_found');
    for (const { token } of [rui, stranger])
      await assertApiError(await ask(token, ownerless, 'left/level'), 'not_found');
  });

  it('returns 100 values by default, and earlier pages by the last timestamp', async () => {
    const { newOwnerlessPanel, fill, read, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    const samples = Array.from({ length: 1_050 }, (_, index) => ({
      time: START + index * MINUTE,
      data: index,
    }));
    await fill(ownerless, 'left/measure', samples);
    const newest = await read(ana.token, ownerless, 'left/measure');
    assert.deepEqual(
      newest.map(({ value }) => value),
      samples
        .slice(-100)
        .reverse()
        .map(({ data }) => data),
    );
    const all: unknown[] = [];
    for (let to = String(START + 1_050 * MINUTE); ; ) {
      const page = await read(ana.token, ownerless, 'left/measure', `?to=${to}&page_size=400`);
      if (page.length === 0) break;
      all.push(...page.map(({ value }) => value));
      to = encodeURIComponent(page.at(-1)?.timestamp ?? '');
    }
    assert.deepEqual(
      all,
      samples.toReversed().map(({ data }) => data),
    );
    assert.equal((await read(ana.token, ownerless, 'left/measure', '?page_size=9999')).length, 1_050);
  });

  it('includes from and excludes to, in every accepted form of an instant', async () => {
    const { newOwnerlessPanel, fill, read, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    const start = Date.parse('2026-01-02T03:00:00Z');
    const samples = Array.from({ length: 10 }, (_, index) => ({ time: start + index * MINUTE, data: index }));
    await fill(ownerless, 'left/measure', samples);
    const froms = [
      String(start + 2 * MINUTE),
      '2026-01-02T03:02:00Z',
      '2026-01-02T03:02Z',
      '2026-01-02t03:02:00.000z',
      '2026-01-02T03:02:00.000+0000',
      '2026-01-02T03:02:00.000+00:00',
      // A plus sign that was not encoded arrives as a space.
      '2026-01-02T03:02:00.000 0000',
      '2026-01-02T04:32:00 01:30',
      '2026-01-02T01:02:00-0200',
    ];
    for (const from of froms) {
      for (const to of ['2026-01-02T03:05:00Z', '2026-01-02T05:05:00+02:00']) {
        const query = new URLSearchParams({ from, to });
        const points = await read(ana.token, ownerless, 'left/measure', `?${query}`);
        assert.deepEqual(
          points.map(({ value }) => value),
          [4, 3, 2],
          `${query}`,
        );
      }
    }
    assert.deepEqual(await read(ana.token, ownerless, 'left/measure', '?from=5000&to=5000'), []);
  });

  it('names the invalid parameter of a request for history', async () => {
    const { newOwnerlessPanel, put, ask, askAll, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    await put(ana.token, ownerless, 'left/level', 0.5);
    const wrong = {
      from: ['yesterday', '2026-01-02', '2026-01-02T03:04:05', '2026-13-02T03:04:05Z', '-1', ''],
      to: ['2026-01-02T25:04:05Z', '1e3', 'x'.repeat(41)],
      interval: ['1', '59s', '0m', '367d', '1y', '1.5h', '-1h', '60000', 'h', '61m', '90m'],
      tz: ['Lisbon', 'Europe/Atlantis', '+01:00', 'UTC+1', 'x'.repeat(65)],
      page_size: ['0', '10000', 'x'],
    };
    for (const [field, texts] of Object.entries(wrong)) {
      for (const text of texts) {
        const query = `?${new URLSearchParams({ [field]: text })}`;
        for (const response of [
          await ask(ana.token, ownerless, 'left/level', query),
          await askAll(ana.token, query),
        ]) {
          const { errors } = await assertApiError(response, 'invalid_request');
          assert.deepEqual(
            errors?.map((error) => error.field),
            [field],
            query,
          );
        }
      }
    }
    const backwards = await assertApiError(
      await ask(ana.token, ownerless, 'left/level', '?from=2&to=1'),
      'invalid_request',
    );
    assert.equal(backwards.errors?.[0]?.field, 'from');
  });

  it('returns large values in parts', async () => {
    const { newOwnerlessPanel, fill, read, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    const samples = Array.from({ length: 600 }, (_, index) => ({
      time: START + index * MINUTE,
      data: `${index}${'x'.repeat(30_000)}`,
    }));
    await fill(ownerless, 'left/label', samples);
    const points = await read(ana.token, ownerless, 'left/label', '?page_size=9999');
    assert.ok(points.length < 600, `${points.length} of 18 MB`);
    const rest = await read(
      ana.token,
      ownerless,
      'left/label',
      `?page_size=1&to=${timeOf(points.at(-1) ?? { timestamp: '' })}`,
    );
    assert.equal(rest[0]?.value, samples.at(-points.length - 1)?.data);
  });
});

onEachEngine('GET /v3/users/{id}/history', setUp, (scene) => {
  it('returns the newest values of each property of each channel that the user may use', async () => {
    const {
      newDevice,
      newOwnerlessPanel,
      put,
      readAll,
      read,
      askAll,
      ana,
      rui,
      stranger,
      platform,
      applicationToken,
    } = scene();
    const device = await newDevice();
    const ownerless = await newOwnerlessPanel();
    for (const data of [1, 2, 3]) {
      await put(device.token, device.channelId, 'left/measure', data);
      await put(device.token, device.channelId, 'right/measure', -data);
      await put(ana.token, ownerless, 'left/level', data / 10);
      platform.clock.advance({ seconds: 1 });
    }
    const body = await readJson<HistoryList>(await askAll(ana.token, '?page_size=2'));
    assertExact(HistoryList, body);
    const shown = body.elements.map(({ channel, component, property, elements }) => [
      channel,
      `${component}/${property}`,
      elements.map(({ value }) => value),
    ]);
    const ofDevice = [
      [device.channelId, 'left/measure', [3, 2]],
      [device.channelId, 'right/measure', [-3, -2]],
    ];
    const ofKept = [[ownerless, 'left/level', [0.3, 0.2]]];
    assert.deepEqual(
      shown,
      ownerless < device.channelId ? [...ofKept, ...ofDevice] : [...ofDevice, ...ofKept],
    );
    assert.deepEqual(
      (await readAll(rui.token)).map(({ channel, property }) => [channel, property]),
      ofDevice.map(([channel]) => [channel, 'measure']),
    );
    assert.deepEqual(await readAll(stranger.token), []);
    const [only, ...others] = await readAll(ana.token, `?channel=${ownerless}`);
    assert.deepEqual(others, []);
    assert.deepEqual(only?.elements, await read(ana.token, ownerless, 'left/level'));
    assert.deepEqual(await readAll(rui.token, `?channel=${ownerless}`), []);
    const token = await applicationToken();
    const path = `/v3/users/${ana.id}/history?page_size=2`;
    assert.deepEqual(await readJson(await platform.request(path, { token })), body);
    await assertApiError(await platform.request(path, { token: rui.token }), 'forbidden');
  });

  it('pages large and simultaneous values as the history of one property does', async () => {
    const { newOwnerlessPanel, fill, readAll, read, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    const time = Date.parse('2026-02-01T00:00:00Z');
    const label = (index: number) => `${index}${'x'.repeat(index % 2 === 0 ? 2_500 : 10)}`;
    const places = ['left/label', 'left/level', 'right/label'];
    for (const place of places) {
      const samples = Array.from({ length: 30 }, (_, index) => ({
        time: time + Math.floor(index / 6),
        data: place === 'left/level' ? index : label(index),
      }));
      await fill(ownerless, place, samples);
    }
    for (const query of ['page_size=4', `page_size=9&to=${time + 4}`, `page_size=9&from=${time + 4}`]) {
      const all = await readAll(ana.token, `?channel=${ownerless}&${query}`);
      for (const [index, place] of places.entries())
        assert.deepEqual(all[index]?.elements, await read(ana.token, ownerless, place, `?${query}`), place);
    }
  });

  it('returns aggregates per property, without properties that have none', async () => {
    const { newOwnerlessPanel, fill, readAll, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    const start = Date.parse('2026-03-01T00:00:00Z');
    await fill(ownerless, 'left/measure', [
      { time: start, data: 1 },
      { time: start + 30 * MINUTE, data: 4 },
    ]);
    await fill(ownerless, 'right/label', [{ time: start + MINUTE, data: 'on' }]);
    const all = await readAll(ana.token, `?channel=${ownerless}&interval=1h&from=${start}`);
    const timestamp = toTimestamp(start);
    assert.deepEqual(
      all.map(({ component, property, elements }) => [component, property, elements]),
      [
        ['left', 'measure', [{ value: 2.5, timestamp, min: 1, avg: 2.5, max: 4, count: 2 }]],
        ['right', 'label', [{ value: 'on', timestamp, count: 1 }]],
      ],
    );
    assert.deepEqual(
      await readAll(ana.token, `?channel=${ownerless}&interval=1h&from=${start + 60 * MINUTE}`),
      [],
    );
  });

  it('refuses a page_size above the total limit, and returns fewer points by default', async () => {
    const { newOwnerlessPanel, fill, readAll, askAll, rui } = scene();
    const ownerless = await newOwnerlessPanel(rui.id);
    const samples = Array.from({ length: 120 }, (_, index) => ({
      time: START + index * MINUTE,
      data: index,
    }));
    const properties = Array.from({ length: 600 }, (_, index) => `left/p${String(index).padStart(3, '0')}`);
    await Promise.all(
      properties.map((at, index) => fill(ownerless, at, index < 3 ? samples : samples.slice(0, 1))),
    );
    const query = `?channel=${ownerless}`;
    const all = await readAll(rui.token, query);
    assert.equal(all.length, properties.length);
    assert.equal(all[0]?.elements.length, 83, '50,000 points in all');
    const { errors } = await assertApiError(
      await askAll(rui.token, `${query}&page_size=84`),
      'invalid_request',
    );
    assert.deepEqual(errors, [{ field: 'page_size', reason: 'must be at most 83 for 600 properties' }]);
  });
});
