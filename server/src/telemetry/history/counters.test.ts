import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import fc from 'fast-check';
import { type Database, type Db, migrations } from '../../database/index.ts';
import { createAppend } from './append.ts';
import { createRises, type Rise, type Segment } from './counters.ts';
import { HOUR_MS, MINUTE_MS, startOf } from './point.ts';
import { createSeries } from './series.ts';

const START = startOf(1_700_000_000_000, HOUR_MS);
const HOURS = 40;
const MAX_PER_HOUR = 100;

/** Values by the minutes since `START`. */
type Values = readonly (readonly [minute: number, value: number])[];

forEachEngine((_engine, open, newPlace) => {
  let db: Db;
  let run = 0;
  before(async () => {
    db = await open<Database>({ place: await newPlace(), migrations });
    await addChannel(db);
  });

  async function store(values: Values): Promise<number> {
    run += 1;
    const address = { channelId: 'meter', componentId: 'main', propertyId: `energy-${run}` };
    const [series = 0] = await createSeries(db).of([address]);
    const points = values.map(([minute, data]) => ({ series, time: START + minute * MINUTE_MS, data }));
    const statements = createAppend(db)(points);
    if (statements.length > 0) await db.unit(statements);
    return series;
  }

  type Options = { from?: number; rawFrom?: number; segments?: readonly Segment[] };

  /** Counts the values in bars of the given length in hours. Returns the rises of the bars that have any. */
  async function count(
    values: Values,
    hours: number,
    { from = 0, rawFrom = 0, segments = barsOf(hours) }: Options = {},
  ) {
    const series = await store(values);
    const counter = { series, from, factor: 1, role: 1, rawFrom };
    const question = { segments, maxPerHour: MAX_PER_HOUR, end: START + HOURS * HOUR_MS };
    const { bySeries, byBar } = await createRises(db)([counter], question);
    return { total: bySeries.get(series), bars: byBar.get(1) ?? new Map<number, Rise>() };
  }

  const used = async (values: Values, hours = 1, options: Options = {}) =>
    [...(await count(values, hours, options)).bars]
      .toSorted(([one], [other]) => one - other)
      .map(([bar, { rise }]) => [bar, round(rise)]);

  it('assigns what rose between two values to the hour of the first', async () => {
    assert.deepEqual(
      await used([
        [5, 10],
        [50, 10.4],
        [70, 11],
        [130, 12],
      ]),
      [
        [0, 1],
        [1, 1],
        [2, 0],
      ],
    );
  });

  it('begins a new count when a counter falls between hours or within one', async () => {
    assert.deepEqual(
      await used([
        [10, 500],
        [40, 501],
        [70, 0.5],
        [110, 2.5],
      ]),
      [
        [0, 1],
        [1, 2],
      ],
    );
    const within = await count(
      [
        [10, 500],
        [50, 501],
        [70, 502],
        [90, 0],
        [110, 1],
        [130, 2],
      ],
      1,
    );
    assert.deepEqual(risesOf(within.bars), [1, 3, 0]);
    assert.equal(within.total?.falls, 1);
  });

  it('counts nothing while a counter falls, and what it rises afterwards', async () => {
    const falling = (minutes: number, fall: number): Values =>
      Array.from({ length: Math.floor(300 / minutes) }, (_, index) => [index * minutes, 500 - index * fall]);
    for (const [minutes, fall] of [
      [10, 0.1],
      [7, 0.3],
      [25, 0.01],
      [1, 2],
    ] as const) {
      const { total } = await count(falling(minutes, fall), 1);
      assert.equal(round(total?.rise ?? 0), 0, `${fall} in ${minutes} minutes`);
    }
    // The values of each hour overlap with those of the next one.
    const noisy = falling(5, 0.02).map(([minute, value]) => [minute, value + (minute % 2) * 0.015] as const);
    assert.equal(round((await count(noisy, 1)).total?.rise ?? 0), 0);
    const bottom = falling(10, 0.1).at(-1)?.[1] ?? 0;
    const rising = Array.from(
      { length: 18 },
      (_, index) => [300 + index * 10, bottom + index * 0.2] as const,
    );
    const { total } = await count([...falling(10, 0.1), ...rising], 1);
    // Until it is as high as before, it may have shown a wrong value for a moment.
    assert.equal(round(total?.rise ?? 0), 2.9);
  });

  it('counts a counter that begins anew after a few hours', async () => {
    const values: Values = Array.from({ length: 72 }, (_, index) => [index * 10, (index % 24) * 0.1]);
    // What rose between the last value of a count and the first one of the next is not known.
    assert.equal(round((await count(values, 1)).total?.rise ?? 0), round(3 * 23 * 0.1));
  });

  it('counts no reset when a counter shows 0 for a moment', async () => {
    const { bars, total } = await count(
      [
        [10, 500],
        [50, 501],
        [70, 0],
        [90, 501.5],
        [130, 502],
      ],
      1,
    );
    assert.deepEqual(risesOf(bars), [1, 1, 0]);
    assert.equal(total?.falls, 0);
  });

  it('counts nothing where a counter jumps further than any connection allows', async () => {
    assert.deepEqual(
      await used([
        [10, 0],
        [50, 7_000],
        [70, 7_001],
      ]),
      [
        [0, 0],
        [1, 0],
      ],
    );
  });

  it('spreads an increase over hours without a value evenly, and marks it as estimated', async () => {
    const values: Values = [
      [10, 10],
      [50, 11],
      [5 * 60 + 5, 15],
    ];
    const { bars } = await count(values, 1);
    assert.deepEqual(
      [...bars].toSorted(([a], [b]) => a - b).map(([bar, { rise, estimated }]) => [bar, rise, estimated]),
      [
        [0, 1, 0],
        [1, 1, 1],
        [2, 1, 1],
        [3, 1, 1],
        [4, 1, 1],
        [5, 0, 0],
      ],
    );
    assert.deepEqual(await used(values, 3), [
      [0, 3],
      [1, 2],
    ]);
    assert.deepEqual(await used(values, 1, { segments: barsOf(1).slice(2, 4) }), [
      [2, 1],
      [3, 1],
    ]);
  });

  it('weighs hours, and the hours of a gap, by their segments', async () => {
    const values: Values = [
      [10, 0],
      [70, 1],
      [6 * 60, 6],
    ];
    const at = (hour: number) => START + hour * HOUR_MS;
    const segments = [
      { bar: 0, from: at(0), to: at(3), weight: 0 },
      { bar: 0, from: at(3), to: at(4), weight: 0.5 },
      { bar: 0, from: at(4), to: at(8), weight: 1 },
    ];
    const { total, bars } = await count(values, 1, { segments });
    // The gap has the hours 2 to 5, in which 5 rose; their weights are 0, 0.5, 1 and 1.
    assert.deepEqual(total, { rise: 6, weighted: 3.125, estimated: 5, falls: 0 });
    assert.deepEqual(bars.get(0), { rise: 6, weighted: 3.125, estimated: 5 });
  });

  it('begins with the first whole hour that counts', async () => {
    const values: Values = [
      [10, 0],
      [70, 1],
      [130, 2],
    ];
    assert.deepEqual(await used(values, 1, { from: START + 1 }), [
      [1, 1],
      [2, 0],
    ]);
  });

  it('assigns never less than zero nor more than the increase, and all of it without resets', async () => {
    const step = fc.record({
      minutes: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 100, max: 400 })),
      rise: fc.integer({ min: 0, max: 8 }),
      isReset: fc.boolean(),
    });
    const counter = fc.record({
      steps: fc.array(step, { minLength: 1, maxLength: 60 }),
      hasResets: fc.boolean(),
      hours: fc.constantFrom(1, 5, 24),
      shift: fc.constantFrom(0, 15, 30),
      rawFrom: fc.constantFrom(0, START + 10 * HOUR_MS, Number.MAX_SAFE_INTEGER),
      cut: fc.integer({ min: 1, max: HOURS - 1 }),
    });
    await fc.assert(
      fc.asyncProperty(counter, async ({ steps, hasResets, hours, cut, shift, rawFrom }) => {
        const { values, rose } = play(steps, hasResets);
        const all = barsOf(hours, shift);
        const { bars, total } = await count(values, hours, { segments: all, rawFrom });
        const sum = [...bars.values()].reduce((all, { rise }) => all + rise, 0);
        for (const { rise, estimated } of bars.values()) {
          assert.ok(rise >= 0 && estimated >= 0 && estimated <= rise + 1e-6);
          assert.ok(rise <= rose + 1e-6);
        }
        assert.ok(Math.abs(sum - (total?.rise ?? 0)) < 1e-6);
        if (hasResets) assert.ok(sum <= rose + 1e-6);
        else assert.ok(Math.abs(sum - rose) < 1e-6);
        const border = all.findIndex(({ bar, cut: each }) => each === undefined && bar >= cut / hours);
        let inParts = 0;
        for (const segments of [all.slice(0, border), all.slice(border)])
          inParts +=
            (segments.length > 0 && (await count(values, hours, { segments, rawFrom })).total?.rise) || 0;
        assert.ok(Math.abs(inParts - sum) < 1e-6, `${inParts} in parts, ${sum} at once`);
      }),
      { numRuns: 60 },
    );
  });
});

/** Returns bars of some hours each, which begin some minutes after a whole hour. */
function barsOf(hours: number, shift = 0): Segment[] {
  const segments: Segment[] = [];
  const begin = shift > 0 ? START - HOUR_MS : START;
  for (let bar = 0; bar * hours <= HOURS; bar += 1) {
    const from = begin + bar * hours * HOUR_MS;
    const border = {
      from,
      to: from + HOUR_MS,
      weight: 0,
      cut: { at: from + shift * MINUTE_MS, bar, weight: 0 },
    };
    if (shift > 0) segments.push({ bar: bar - 1, ...border });
    const whole = { bar, from: shift > 0 ? border.to : from, to: from + hours * HOUR_MS, weight: 0 };
    if (whole.from < whole.to) segments.push(whole);
  }
  return segments;
}

type Step = { readonly minutes: number; readonly rise: number; readonly isReset: boolean };

/** Returns the values of a counter that begins at 0 and rises by steps, and what it rose in all. */
function play(steps: readonly Step[], hasResets: boolean): { values: Values; rose: number } {
  let [minute, value, rose] = [0, 0, 0];
  const values: [number, number][] = [[minute, value]];
  for (const { minutes, rise, isReset } of steps) {
    minute += minutes;
    if (minute >= HOURS * 60) break;
    if (isReset && hasResets) {
      values.push([minute, 0]);
      value = 0;
    } else {
      value += rise;
      rose += rise;
      values.push([minute, value]);
    }
  }
  return { values, rose };
}

const risesOf = (bars: ReadonlyMap<number, Rise>): number[] =>
  [...bars].toSorted(([one], [other]) => one - other).map(([, { rise }]) => round(rise));

const round = (value: number): number => Number(value.toFixed(6));

async function addChannel(db: Db): Promise<void> {
  const template = {
    id: 'template',
    version: 1,
    name: 'Meter',
    vendor: 'Vendor',
    model: 'Model',
    kind: 'meter',
    definition_json: '{}',
    definition_hash: '',
    created: START,
  };
  const channel = {
    id: 'meter',
    template_id: template.id,
    template_version: 1,
    creator_id: null,
    remote_key: null,
    name: 'Meter',
    created: START,
    updated: START,
  };
  await db.write(async (tx) => {
    await tx.insertInto('templates').values(template).execute();
    await tx.insertInto('channels').values(channel).execute();
  });
}
