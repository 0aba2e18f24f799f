import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import fc from 'fast-check';
import { type Database, type Db, migrations } from '../../database/index.ts';
import { createAppend } from './append.ts';
import { HOUR_MS, type NewPoint, startOf } from './point.ts';
import { createSeries } from './series.ts';

const hourOf = (time: number) => startOf(time, HOUR_MS);
const START = hourOf(1_700_000_000_000);
const channelIds = Array.from({ length: 8 }, (_, index) => `channel-${index}`);

async function addChannels(db: Db): Promise<void> {
  const template = {
    id: 'template',
    version: 1,
    name: 'Plug',
    vendor: 'Vendor',
    model: 'Model',
    kind: 'plug',
    definition_json: '{}',
    definition_hash: '',
    created: START,
  };
  const channels = channelIds.map((id) => ({
    id,
    template_id: template.id,
    template_version: 1,
    creator_id: null,
    remote_key: null,
    name: id,
    created: START,
    updated: START,
  }));
  await db.write(async (tx) => {
    await tx.insertInto('templates').values(template).execute();
    await tx.insertInto('channels').values(channels).execute();
  });
}

const address = (index: number, propertyId: string) => ({
  channelId: channelIds[index % channelIds.length] ?? '',
  componentId: 'component',
  propertyId,
});

forEachEngine((_engine, open, newPlace) => {
  let place: Place;
  let db: Db;
  before(async () => {
    place = await newPlace();
    db = await open<Database>({ place, migrations });
    await addChannels(db);
  });

  const rawOf = (series: number) =>
    db.read
      .selectFrom('history')
      .selectAll()
      .where('series_id', '=', series)
      .orderBy('time')
      .orderBy('n')
      .execute();

  it('returns one series per property in the given order, and creates missing ones', async () => {
    const { of: seriesOf } = createSeries(db);
    const [power, again, energy] = await seriesOf([
      address(0, 'power'),
      address(0, 'power'),
      address(0, 'energy'),
    ]);
    assert.equal(power, again);
    assert.notEqual(power, energy);
    assert.deepEqual(await createSeries(db).of([address(0, 'energy'), address(0, 'power')]), [energy, power]);
  });

  it('returns the same series to several servers that create them at the same time', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => open<Database>({ place, migrations })));
    const requested = Array.from({ length: 40 }, (_, index) => address(index, `raced-${index}`));
    const given = await Promise.all(
      databases.map(async (database, turn) => {
        const order = turn % 2 === 0 ? requested : requested.toReversed();
        const numbers = await createSeries(database).of(order);
        return turn % 2 === 0 ? numbers : numbers.reverse();
      }),
    );
    assert.deepEqual(given[1], given[0]);
    assert.deepEqual(given[2], given[0]);
    assert.equal(new Set(given[0]).size, requested.length);
  });

  it('stores all values of one millisecond in order, and the cause of those that are not plain reports', async () => {
    const [series = 0] = await createSeries(db).of([address(1, 'brightness')]);
    const append = createAppend(db);
    const by = { sender: 'client', onBehalfOf: 'user', cause: 'command:1' };
    const points: NewPoint[] = [
      { series, time: START, data: 1, sender: 'client', cause: 'report' },
      { series, time: START, data: 0.1 + 0.2, ...by },
      { series, time: START, data: { hue: 10 } },
      { series, time: START, data: true },
    ];
    const statements = append(points);
    assert.equal(statements.length, 3, 'for the values, the hours of numbers, and those of all else');
    await db.unit(statements);
    await db.unit(append([{ series, time: START, data: 'last' }]));
    const nobody = { sender: null, on_behalf_of: null, cause: null };
    const rows = (await rawOf(series)).map(({ series_id: _series, time: _time, n: _n, ...row }) => row);
    assert.deepEqual(rows, [
      { number: 1, data_json: null, ...nobody },
      {
        number: 0.1 + 0.2,
        data_json: null,
        sender: 'client',
        on_behalf_of: 'user',
        cause: 'command:1',
      },
      { number: null, data_json: '{"hue":10}', ...nobody },
      { number: null, data_json: 'true', ...nobody },
      { number: null, data_json: '"last"', ...nobody },
    ]);
  });

  it('keeps the hourly aggregates correct while several servers write', async () => {
    const databases = [db, await open<Database>({ place, migrations })];
    const appends = databases.map(createAppend);
    let run = 0;
    const point = fc.record({
      property: fc.integer({ min: 0, max: 2 }),
      time: fc.integer({ min: START, max: START + 3 * HOUR_MS }),
      data: fc.oneof(
        // JSON has no -0.
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((data) => data + 0),
        fc.integer(),
        fc.boolean(),
      ),
    });
    const batches = fc.array(fc.array(point, { maxLength: 30 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(batches, async (given) => {
        run += 1;
        const requested = [0, 1, 2].map((property) => address(property, `run-${run}-${property}`));
        const series = await createSeries(db).of(requested);
        const points = given.map((batch) =>
          batch.map(({ property, time, data }) => ({ series: series[property] ?? 0, time, data })),
        );
        await Promise.all(
          points.map(async (batch, index) => {
            const statements = appends[index % 2]?.(batch) ?? [];
            if (statements.length > 0) await databases[index % 2]?.unit(statements);
          }),
        );
        for (const id of series) {
          assertHours(await hoursOf(id), expected(points.flat(), id));
          assert.deepEqual(await nonNumericHoursOf(id), expectedOthers(points.flat(), id));
        }
      }),
      { numRuns: 25 },
    );
  });

  async function hoursOf(series: number) {
    return db.read
      .selectFrom('history_hours')
      .select(['hour', 'count', 'minimum', 'maximum', 'sum'])
      .where('series_id', '=', series)
      .orderBy('hour')
      .execute();
  }

  async function nonNumericHoursOf(series: number) {
    return db.read
      .selectFrom('history_non_numeric_hours')
      .select(['hour', 'count', 'last'])
      .where('series_id', '=', series)
      .orderBy('hour')
      .execute();
  }
});

function expectedOthers(points: readonly NewPoint[], series: number) {
  const others = points.filter((each) => each.series === series && typeof each.data !== 'number');
  return [...Map.groupBy(others, ({ time }) => hourOf(time))]
    .toSorted(([a], [b]) => a - b)
    .map(([hour, within]) => ({
      hour,
      count: within.length,
      last: Math.max(...within.map(({ time }) => time)),
    }));
}

function expected(points: readonly NewPoint[], series: number) {
  const numbers = points.filter((each) => each.series === series && typeof each.data === 'number');
  return [...Map.groupBy(numbers, ({ time }) => hourOf(time))]
    .toSorted(([a], [b]) => a - b)
    .map(([hour, within]) => {
      const values = within.map(({ data }) => Number(data));
      return {
        hour,
        count: values.length,
        minimum: Math.min(...values),
        maximum: Math.max(...values),
        sum: values.reduce((sum, value) => sum + value, 0),
      };
    });
}

type Hour = ReturnType<typeof expected>[number];

/** Compares sums with a tolerance, because the sum of doubles depends on the order of adding. */
function assertHours(found: readonly Hour[], wanted: readonly Hour[]): void {
  const withoutSum = (hours: readonly Hour[]) => hours.map(({ sum: _sum, ...rest }) => rest);
  assert.deepEqual(withoutSum(found), withoutSum(wanted));
  for (const [index, { sum }] of wanted.entries())
    assert.ok(Math.abs(sum - (found[index]?.sum ?? Number.NaN)) < 1e-6);
}
