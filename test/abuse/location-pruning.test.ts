import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { locationPropertyIds } from '@azulejo/catalog';
import { sql } from 'kysely';
import { newApplication } from '../support/people.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { insertUsers, runBulk } from './many-channels.ts';

const USERS = 3_000;

/** Starts a platform whose users reported their location long before the retention period. */
async function setUp({ start, openDatabase }: Stage) {
  const platform = await start();
  const db = await openDatabase();
  const { clientId } = await newApplication(platform);
  await insertUsers(db, { count: USERS, clientId });
  await runBulk(
    db,
    sql`insert into property_values (channel_id, component_id, property_id, data_json, timestamp, cause)
      select id, 'phone', ${locationPropertyIds[0]}, '{}', 1, 'report'
      from channels where context_of like 'many-%'`,
  );
  const count = async () => {
    const { rows } = await sql<{ count: number | string }>`select count(*) as count
      from property_values where channel_id like 'context-many-%'`.execute(db.read);
    return Number(rows[0]?.count);
  };
  return { start, platform, count };
}

onEachEngineInFull('the pruning of old locations', setUp, (scene) => {
  it('continues after a restart in the middle', async () => {
    const { start, platform, count } = scene();
    assert.equal(await count(), USERS);
    const pruned = platform.server.features.context.prune().catch(() => undefined);
    while ((await count()) === USERS) await setImmediate();
    await platform[Symbol.asyncDispose]();
    await pruned;
    assert.ok((await count()) > 0, 'the server stopped in the middle');

    const restarted = await start();
    await restarted.server.features.context.prune();
    assert.equal(await count(), 0);
  });
});
