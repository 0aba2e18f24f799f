import assert from 'node:assert/strict';
import { it } from 'node:test';
import { locationPropertyIds } from '@azulejo/catalog';
import { sql } from 'kysely';
import { setUpPanels } from '../support/panel-scene.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { assertUnharmed, waitsDuring } from './bystanders.ts';
import { insertUsers, runBulk } from './many-channels.ts';

const USERS = 100_000;
/** Minimum number of other writes while the pruning runs: it yields to writers after every hundred users. */
const MIN_WRITES = USERS / 1_000;

/** Starts a platform whose users have reported their location, half of them before the retention period. */
async function setUp(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { db, application, platform } = panels;
  await insertUsers(db, { count: USERS, clientId: application.clientId });
  const isOld = db.engine === 'postgres' ? sql`right(id, 1) < '5'` : sql`substr(id, -1) < '5'`;
  await runBulk(
    db,
    sql`insert into property_values (channel_id, component_id, property_id, data_json, timestamp, cause)
      select id, 'phone', ${locationPropertyIds[0]}, '{}',
        case when ${isOld} then 1 else ${sql.lit(platform.clock.now())} end, 'report'
      from channels where context_of like 'many-%'`,
  );
  const count = async () => {
    const { rows } = await sql<{ old: number; recent: number }>`
      select sum(case when timestamp = 1 then 1 else 0 end) as old,
        sum(case when timestamp = 1 then 0 else 1 end) as recent
      from property_values where channel_id like 'context-many-%'`.execute(db.read);
    return rows[0];
  };
  return { ...panels, count };
}

onEachEngineInFull('locations of a hundred thousand users', setUp, (scene) => {
  it('prunes old locations of 100,000 users in batches while other writes are served', async (context) => {
    const { platform, newDevice, put, count } = scene();
    assert.deepEqual(await count(), { old: USERS / 2, recent: USERS / 2 });
    const device = await newDevice();
    let value = 0;
    const write = async () => {
      value += 1;
      const response = await put(device.token, device.channelId, 'left/measure', value);
      assert.equal(response.status, 200, await response.text());
    };
    const baseline = await waitsDuring(write);
    const underLoad = await waitsDuring(write, platform.server.features.context.prune(), { minSamples: 0 });
    assert.deepEqual(await count(), { old: 0, recent: USERS / 2 });
    assert.ok(underLoad.count >= MIN_WRITES, `${underLoad.count} writes were served meanwhile`);
    assertUnharmed(context, baseline, underLoad);
  });
});
