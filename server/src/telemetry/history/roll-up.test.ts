import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { type Database, type Db, migrations } from '../../database/index.ts';
import { createAppend } from './append.ts';
import { DAY_MS, HOUR_MS } from './point.ts';
import { createRollUp } from './roll-up.ts';
import { createSeries } from './series.ts';

const SETTING = 'history.roll-up';
const START = 1_700_000_400_000 - (1_700_000_400_000 % HOUR_MS);
const UPGRADED = START + 30 * DAY_MS;

forEachEngine((_engine, open) => {
  let db: Db;
  before(async () => {
    db = await open<Database>({ migrations });
    await db.write((tx) =>
      sql`insert into channels (id, template_id, template_version, name, created, updated)
        values ('lamp', 'template', 1, 'Lamp', 1, 1)`.execute(tx),
    );
  });

  const hours = () =>
    db.read.selectFrom('history_other_hours').selectAll().orderBy('series_id').orderBy('hour').execute();

  it('rolls up nothing in a new installation', async () => {
    assert.equal(await createRollUp(db).isDone(), true);
  });

  it('counts each value stored before an upgrade exactly once, even when it is stopped midway', async () => {
    const of = (propertyId: string) => ({ channelId: 'lamp', componentId: 'lamp', propertyId });
    const [status = 0, power = 0] = await createSeries(db).of([of('status'), of('power')]);
    const append = createAppend(db);
    const points = Array.from({ length: 12_000 }, (_, index) => [
      { series: status, time: START + index * 100_000, data: index % 2 === 0 },
      { series: power, time: START + index * 100_000, data: index },
    ]).flat();
    for (let start = 0; start < points.length; start += 4_000)
      await db.unit(append(points.slice(start, start + 4_000)));
    const wanted = await hours();
    assert.ok(wanted.length > 300);
    // Restores the state of an earlier version, upgrades it, and stores a value after the upgrade.
    await db.write(async (tx) => {
      await tx.deleteFrom('history_other_hours').execute();
      const value = JSON.stringify({ series: 0, time: 0, n: -1, before: UPGRADED });
      await tx.insertInto('settings').values({ name: SETTING, value }).execute();
    });
    await db.unit(append([{ series: status, time: UPGRADED, data: true }]));

    const stopped = createRollUp(db);
    assert.equal(await stopped.isDone(), false);
    const first = stopped.run();
    stopped.stop();
    await first;
    assert.equal(await createRollUp(db).isDone(), false);
    assert.ok((await hours()).length < wanted.length, 'a step is a part of the values');

    const servers = [createRollUp(db), createRollUp(db)];
    await Promise.all(servers.map(({ run }) => run()));
    for (const each of [...servers, createRollUp(db)]) assert.equal(await each.isDone(), true);
    const later = { series_id: status, hour: UPGRADED, count: 1, last: UPGRADED };
    assert.deepEqual(await hours(), [...wanted, later]);
  });
});
