import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Database, migrations } from '@azulejo/server/testing';
import { openStorage } from '@azulejo/storage';
import { sql } from 'kysely';
import pg from 'pg';
import { startPlatform } from '../support/platform.ts';
import { startPostgres } from '../support/postgres.ts';

const PATIENCE_MS = 30_000;

it('scans a replica while it is at most five seconds behind, and the primary otherwise', async () => {
  const primary = await startPostgres();
  await using stack = new AsyncDisposableStack();
  stack.defer(primary.stop);
  const replica = await primary.startReplica();
  let isRunning = true;
  stack.defer(async () => void (isRunning && (await replica.stop())));
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-'));
  stack.defer(() => rm(dataDir, { recursive: true }));
  const place = { dataDir, databaseUrl: primary.url };
  {
    await using platform = await startPlatform({ place, environment: { DATABASE_READ_URL: replica.url } });
    assert.equal((await platform.request('/readyz')).status, 200);
  }

  const db = stack.use(
    await openStorage<Database>({ ...place, databaseReadUrl: replica.url, migrations, migrateTo: '' }),
  );
  const where = db.prepare()((kysely) =>
    kysely.selectFrom('settings').select(sql<number>`pg_is_in_recovery()`.as('isReplica')).limit(1),
  );
  const isOfReplica = async (isCurrent = false) => (await where.scan({}, { isCurrent }))[0]?.isReplica;
  const until = async (isReplica: number) => {
    const end = performance.now() + PATIENCE_MS;
    while ((await isOfReplica()) !== isReplica) {
      assert.ok(performance.now() < end, `scans did not move: ${isReplica}`);
      await setTimeout(50);
    }
  };
  const write = (name: string) =>
    db.write((tx) => tx.insertInto('settings').values({ name, value: '1' }).execute());

  await until(1);
  assert.equal(await isOfReplica(true), 0);
  assert.equal((await where.all({}))[0]?.isReplica, 0);

  const operator = new pg.Client({ connectionString: replica.url });
  await operator.connect();
  await operator.query('select pg_wal_replay_pause()');
  await write('after the pause');
  await until(0);
  await operator.query('select pg_wal_replay_resume()');
  await until(1);
  await operator.end();

  await replica.stop();
  isRunning = false;
  assert.equal(await isOfReplica(), 0);
});
