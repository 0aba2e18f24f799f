import assert from 'node:assert/strict';
import { it } from 'node:test';
import { History, type HistoryPoint, toTimestamp } from '@azulejo/contract';
import fc from 'fast-check';
import { DAY, HOUR, MINUTE, naive, setUpHistory, timeOf } from '../support/history-scene.ts';
import { assertExact, readJson } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';

/** A midnight recent enough that all values since then are retained. */
const START = Math.floor(Date.now() / DAY) * DAY - 70 * DAY;
const intervals = { '1m': MINUTE, '7m': 7 * MINUTE, '15m': 15 * MINUTE, '60m': HOUR };
const hourly = { '1h': HOUR, '3h': 3 * HOUR, '1d': DAY, '1w': 7 * DAY, '366d': 366 * DAY };
const named: Readonly<Record<string, number>> = { ...intervals, ...hourly };

/** Zones without daylight saving time. Midnight cuts an hour of UTC in two of them. */
const zones: Readonly<Record<string, number>> = {
  UTC: 0,
  'Asia/Kolkata': 5.5 * HOUR,
  'Asia/Kathmandu': 5.75 * HOUR,
};

type Wanted = ReturnType<typeof naive>;

function assertSame(points: readonly HistoryPoint[], wanted: Wanted): void {
  const close = (a = Number.NaN, b = Number.NaN) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
  assert.deepEqual(
    points.map(({ timestamp, count, min, max }) => [timestamp, count, min, max]),
    wanted.map(({ time, count, min, max }) => [toTimestamp(time), count, min, max]),
  );
  for (const [index, { avg }] of wanted.entries()) {
    assert.ok(close(points[index]?.avg, avg), `${points[index]?.avg} is not ${avg}`);
    assert.equal(points[index]?.value, points[index]?.avg);
  }
}

type Text = { time: number; data: string };
type Within = { from: number; to: number; time: number; each: number };

/** Returns the newest value within the interval. */
function lastOf(texts: readonly Text[], { from, to, time, each }: Within): string | undefined {
  const within = texts.filter(
    (text) => text.time >= Math.max(from, time) && text.time < Math.min(to, time + each),
  );
  const last = Math.max(...within.map((text) => text.time));
  return within.findLast((text) => text.time === last)?.data;
}

onEachEngineInFull('history by interval', setUpHistory, (scene) => {
  it('returns the aggregates that a naive computation over all values gives', async () => {
    const { newOwnerlessPanel, fill, read, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    const moment = fc.integer({ min: 0, max: 12 * DAY });
    // The samples are partly dense, partly far apart, and partly at the boundaries of an hour.
    const time = fc.oneof(
      moment,
      fc.integer({ min: 0, max: 3 * HOUR }),
      fc.integer({ min: 0, max: 12 * 24 }).map((hour) => hour * HOUR),
      fc.integer({ min: 1, max: 12 * 24 }).map((hour) => hour * HOUR - 1),
    );
    const sample = fc.record({
      time: time.map((offset) => START + offset),
      data: fc.oneof(
        fc.integer({ min: -1000, max: 1000 }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((data) => data + 0),
      ),
    });
    const question = fc.record({
      ends: fc
        .tuple(moment, moment)
        .map(([a, b]) => [START + Math.min(a, b), START + Math.max(a, b)] as const),
      isOpen: fc.boolean(),
      interval: fc.constantFrom(...Object.keys(named)),
      limit: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(9_999)),
      zone: fc.constantFrom(...Object.keys(zones)),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(sample, { maxLength: 120 }),
        fc.array(question, { minLength: 6, maxLength: 6 }),
        async (samples, questions) => {
          run += 1;
          const [at, others] = [`left/run-${run}`, `left/other-${run}`];
          if (samples.length > 0) await fill(ownerless, at, samples);
          else await fill(ownerless, at, [{ time: START - DAY, data: 0 }]);
          const texts = samples.map(({ time, data }) => ({ time, data: `${data}` }));
          await fill(ownerless, others, [{ time: START - DAY, data: 'early' }, ...texts]);
          for (const { ends, isOpen, interval, limit, zone } of questions) {
            const [from, to] = isOpen ? [START, Number.MAX_SAFE_INTEGER] : ends;
            const range = `from=${from}${isOpen ? '' : `&to=${to}`}`;
            const query = `?${range}&interval=${interval}&page_size=${limit}&tz=${zone}`;
            const points = await read(ana.token, ownerless, at, query);
            const each = named[interval] ?? 0;
            const ahead = each < DAY ? 0 : zones[zone];
            const wanted = naive(samples, { from, to, interval: each, limit, ahead });
            assertSame(points, wanted);
            assert.deepEqual(
              (await read(ana.token, ownerless, others, query)).map(({ timestamp, count, value }) => [
                timestamp,
                count,
                value,
              ]),
              wanted.map(({ time, count }) => [
                toTimestamp(time),
                count,
                lastOf(texts, { from, to, time, each }),
              ]),
            );
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it("matches the contract, with each interval's start in UTC as timestamp", async () => {
    const { newOwnerlessPanel, fill, ask, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    await fill(ownerless, 'left/measure', [
      { time: START + 10 * MINUTE, data: 0.1 },
      { time: START + 10 * MINUTE, data: 0.2 },
      { time: START + 14 * MINUTE, data: -3 },
      { time: START + DAY, data: 5 },
    ]);
    const body = await readJson<History>(await ask(ana.token, ownerless, 'left/measure', '?interval=1d'));
    assertExact(History, body);
    assert.deepEqual(body.elements[0], {
      value: 5,
      timestamp: toTimestamp(START + DAY),
      min: 5,
      avg: 5,
      max: 5,
      count: 1,
    });
    const { value: _value, avg, ...first } = body.elements[1] ?? {};
    assert.ok(Math.abs((avg ?? 0) + 0.9) < 1e-12);
    assert.deepEqual(first, { timestamp: toTimestamp(START), min: -3, max: 0.2, count: 3 });
  });

  it('returns the last value of each interval for values that are not numbers', async () => {
    const { newOwnerlessPanel, fill, read, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    const minutes = [0, 1, 5, 59, 60, 61, 300];
    await fill(
      ownerless,
      'left/label',
      minutes.map((minute) => ({ time: START + minute * MINUTE, data: `at ${minute}` })),
    );
    await fill(ownerless, 'left/colour', [
      { time: START, data: { h: 1, s: 1, v: 1 } },
      { time: START, data: { h: 2, s: 2, v: 2 } },
    ]);
    const shown = async (at: string, query: string) =>
      (await read(ana.token, ownerless, at, query)).map((point) => [
        (timeOf(point) - START) / MINUTE,
        point.value,
        point.count,
        point.avg,
      ]);
    assert.deepEqual(await shown('left/label', '?interval=1h'), [
      [300, 'at 300', 1, undefined],
      [60, 'at 61', 2, undefined],
      [0, 'at 59', 4, undefined],
    ]);
    assert.deepEqual(await shown('left/label', '?interval=1h&page_size=1'), [[300, 'at 300', 1, undefined]]);
    assert.deepEqual(await shown('left/label', `?interval=2m&to=${START + 6 * MINUTE}`), [
      [4, 'at 5', 1, undefined],
      [0, 'at 1', 2, undefined],
    ]);
    assert.deepEqual(await shown('left/colour', '?interval=1d'), [[0, { h: 2, s: 2, v: 2 }, 2, undefined]]);
  });

  it('starts days at midnight in the requested time zone, also at clock changes', async () => {
    const { newOwnerlessPanel, fill, read, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    const at = (text: string) => Date.parse(text);
    // In Lisbon, 25 October 2026 has 25 hours and 29 March has 23. In Kathmandu, midnight is 18:15 in UTC.
    const times = [
      at('2026-03-28T23:59:59Z'),
      at('2026-03-29T00:00:00Z'),
      at('2026-03-29T22:59:59Z'),
      at('2026-03-29T23:00:00Z'),
      at('2026-10-24T23:00:00Z'),
      at('2026-10-25T23:59:59Z'),
      at('2026-10-26T00:00:00Z'),
    ];
    for (const path of ['left/measure', 'left/label'])
      await fill(
        ownerless,
        path,
        times.map((time, index) => ({ time, data: path === 'left/label' ? `${index}` : index })),
      );
    for (const path of ['left/measure', 'left/label']) {
      const days = async (query: string) =>
        (await read(ana.token, ownerless, path, `?interval=1d&from=0${query}`)).map((point) => [
          timeOf(point),
          point.count,
        ]);
      const lisbon = [
        [at('2026-10-26T00:00:00Z'), 1],
        [at('2026-10-24T23:00:00Z'), 2],
        [at('2026-03-29T23:00:00Z'), 1],
        [at('2026-03-29T00:00:00Z'), 2],
        [at('2026-03-28T00:00:00Z'), 1],
      ];
      assert.deepEqual(await days('&tz=Europe/Lisbon'), lisbon);
      assert.deepEqual(await days('&tz=Europe/Lisbon&page_size=2'), lisbon.slice(0, 2));
      assert.deepEqual(
        await days(`&tz=Europe/Lisbon&to=${at('2026-10-24T23:00:00Z')}`),
        lisbon.slice(2),
        'the timestamp of the last one continues the list',
      );
      assert.deepEqual(
        (await days('')).map(([time]) => Number(time) % DAY),
        [0, 0, 0, 0, 0],
        'in UTC by default',
      );
      assert.deepEqual(
        (await days('&tz=Asia/Kathmandu')).map(([time]) => Number(time) % DAY).at(0),
        18.25 * HOUR,
      );
    }
    const year = await read(ana.token, ownerless, 'left/measure', '?interval=366d&from=0&tz=Europe/Lisbon');
    assert.equal(
      year.reduce((sum, { count = 0 }) => sum + count, 0),
      times.length,
    );
  });

  it('finds the newest intervals of numbers and other values, however far apart they are', async () => {
    const { newOwnerlessPanel, fill, read, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    const times = Array.from(
      { length: 40 },
      (_, index) => START + 69 * DAY - index * index * HOUR - index * MINUTE,
    );
    await fill(
      ownerless,
      'left/measure',
      times.map((time, index) => ({ time, data: index })),
    );
    await fill(
      ownerless,
      'left/label',
      times.map((time, index) => ({ time, data: `${index}` })),
    );
    for (const at of ['left/measure', 'left/label']) {
      for (const limit of [1, 7, 40, 9_999]) {
        const points = await read(ana.token, ownerless, at, `?interval=1m&page_size=${limit}`);
        assert.deepEqual(
          points.map(({ value }) => Number(value)),
          times.slice(0, limit).map((_, index) => index),
        );
      }
    }
  });

  it('returns for a whole home what the history of each property returns', async () => {
    const { newOwnerlessPanel, fill, read, readAll, rui } = scene();
    const ownerless = await newOwnerlessPanel(rui.id);
    const minutes = Array.from({ length: 700 }, (_, index) => START + index * MINUTE);
    const simultaneous = (index: number) => START + 600 * MINUTE + Math.floor(index / 300);
    const busy = {
      'left/every-minute': minutes.map((time, index) => ({ time, data: index % 97 })),
      'left/simultaneous': minutes.map((_, index) => ({ time: simultaneous(index), data: index })),
      'left/texts': minutes.map((time, index) => ({ time, data: `at ${index}` })),
      'left/large-texts': minutes.map((time, index) => ({ time, data: `${index}`.repeat(1_500) })),
    };
    for (const [at, samples] of Object.entries(busy)) await fill(ownerless, at, samples);
    // So many properties are read in more than one batch, and those of a batch in small chunks.
    const quiet = Array.from({ length: 510 }, (_, index) => `right/p${index}`);
    await Promise.all(
      quiet.map((at, index) => fill(ownerless, at, [{ time: START + index * MINUTE, data: at }])),
    );
    for (const query of [
      `from=${START}&interval=5m&page_size=90`,
      `from=${START + 90_500}&to=${START + 690 * MINUTE}&interval=1h&page_size=90`,
      `from=${START}&interval=1d&tz=Asia/Kathmandu&page_size=1`,
    ]) {
      const all = await readAll(rui.token, `?channel=${ownerless}&${query}`);
      const found = new Map(all.map((each) => [`${each.component}/${each.property}`, each.elements]));
      for (const at of [...Object.keys(busy), 'right/p2', 'right/p509'])
        assert.deepEqual(
          found.get(at) ?? [],
          await read(rui.token, ownerless, at, `?${query}`),
          `${at}?${query}`,
        );
      assert.ok(all.length > 500);
    }
    const { 'left/every-minute': numbers } = busy;
    const query = { from: START, to: Number.MAX_SAFE_INTEGER, interval: 5 * MINUTE, limit: 90 };
    const [first] = await readAll(rui.token, `?channel=${ownerless}&from=${START}&interval=5m&page_size=90`);
    assert.equal(first?.property, 'every-minute');
    assertSame(first?.elements ?? [], naive(numbers, query));
  });

  it('ends the pages of a range that begins within an interval with an empty page', async () => {
    const { newOwnerlessPanel, fill, read, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    await fill(ownerless, 'left/measure', [
      { time: START + 10 * MINUTE, data: 1 },
      { time: START + 40 * MINUTE, data: 2 },
    ]);
    const range = `from=${START + 30 * MINUTE}&interval=1h`;
    const [first, ...others] = await read(ana.token, ownerless, 'left/measure', `?${range}`);
    assert.deepEqual([first?.timestamp, others], [toTimestamp(START), []]);
    assert.deepEqual(await read(ana.token, ownerless, 'left/measure', `?${range}&to=${START}`), []);
  });
});
