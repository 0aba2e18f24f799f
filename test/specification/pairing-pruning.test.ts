import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Database, Db } from '@azulejo/server/testing';
import { sql } from 'kysely';
import { newApplication, newPerson } from '../support/people.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

/** More rows than two pruning transactions delete. */
const MANY = 1_200;
const MAX_BATCH = 500;

async function setUp({ start, openDatabase }: Stage) {
  const platform = await start();
  const person = await newPerson(platform, await newApplication(platform));
  return { platform, person, db: await openDatabase() };
}

/**
 * Counts the rows that each transaction deletes from the table from now on, by PostgreSQL's transaction ids.
 */
async function watchDeletions(db: Db, table: keyof Database): Promise<() => Promise<number[]>> {
  const name = sql.id(`deleted_of_${table}`);
  const run = sql.id(`watch_${table}`);
  await db.write(async (tx) => {
    await sql`create table ${name} (transaction bigint not null)`.execute(tx);
    await sql`create function ${run}() returns trigger language plpgsql as $$
      begin insert into ${name} values (txid_current()); return old; end $$`.execute(tx);
    await sql`create trigger ${run} after delete on ${sql.table(table)}
      for each row execute function ${run}()`.execute(tx);
  });
  return async () => {
    const { rows } = await sql<{ count: string }>`select count(*) as count from ${name}
      group by transaction`.execute(db.read);
    return rows.map(({ count }) => Number(count));
  };
}

onEachEngineInFull('pruning of pairing data', setUp, (scene) => {
  it('prunes expired rows of pairing in batches and keeps valid ones', async () => {
    const { platform, person, db } = scene();
    const { pairing } = platform.server.features;
    await fill(db, person.id, platform.clock.now());
    const deletions =
      db.engine === 'postgres' ? await Promise.all(TABLES.map((each) => watchDeletions(db, each))) : [];
    platform.clock.advance({ minutes: 180 });
    await fill(db, person.id, platform.clock.now(), { prefix: 'new', count: 2 });
    await pairing.prune();
    for (const table of TABLES) {
      const rows = await db.read.selectFrom(table).select('user_id').execute();
      assert.equal(rows.length, 2, table);
    }
    for (const [index, batches] of deletions.entries()) {
      const counts = await batches();
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        MANY,
        TABLES[index],
      );
      assert.ok(Math.max(...counts) <= MAX_BATCH, `${TABLES[index]}: ${counts}`);
    }
  });
});

const TABLES = ['pairing_tickets', 'found_devices', 'pairing_grants', 'grant_requests'] as const;

/** Inserts rows into all of these tables, which expire shortly after `now`. */
async function fill(
  db: Db,
  userId: string,
  now: number,
  { prefix = 'old', count = MANY } = {},
): Promise<void> {
  const { id: signInId, clientId } = await db.read
    .selectFrom('sign_ins')
    .select(['id', 'client_id as clientId'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const ids = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  const [template_id, created, expires] = ['any', now, now + 1_000];
  for (let start = 0; start < count; start += 100) {
    const some = ids.slice(start, start + 100);
    await db.write(async (tx) => {
      await tx
        .insertInto('pairing_tickets')
        .values(
          some.map((id) => ({
            ticket_hash: id,
            user_id: userId,
            sign_in_id: signInId,
            template_id,
            created,
            expires,
            redirect_uri: null,
          })),
        )
        .execute();
      await tx
        .insertInto('found_devices')
        .values(
          some.map((id, position) => ({ user_id: userId, id, template_id, name: id, position, expires })),
        )
        .execute();
      await tx
        .insertInto('channels')
        .values(some.map((id) => ({ id, template_id, template_version: 1, name: id, created, updated: now })))
        .execute();
      await tx
        .insertInto('pairing_grants')
        .values(some.map((id) => ({ user_id: userId, channel_id: id, granted: now })))
        .execute();
      const request = { role: 'user', application_id: clientId } as const;
      await tx
        .insertInto('grant_requests')
        .values(
          some.map((id) => ({
            ...request,
            id,
            device_id: 'lamp',
            user_id: userId,
            requested: created,
            expires,
          })),
        )
        .execute();
    });
  }
}
