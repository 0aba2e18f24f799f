import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Storage, StorageUnavailableError } from '@azulejo/storage';
import { forEachEngine } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { type Database, migrations } from './index.ts';
import { type DatabaseInUseError, takeServerLease } from './server-lease.ts';

forEachEngine(
  (_engine, open, newPlace) => {
    it('commits nothing of a server whose lease an earlier version took, and tells that server who has it', async () => {
      const place = await newPlace();
      const opened = (options = {}) => open<Database>({ place, migrations, ...options });
      const setting = (name: string) => ({ name, value: 'first' });
      const command = await opened();
      const lost = Promise.withResolvers<DatabaseInUseError>();
      await using first = await takeServerLease(await opened({ maxConnections: 1 }), {
        host: 'paused',
        isShared: () => false,
        onLost: lost.resolve,
      });
      const db = await opened({ admit: first.admit });
      const add = db.prepare<{ name: string; value: string }>()((kysely, p) =>
        kysely.insertInto('settings').values({ name: p('name'), value: p('value') }),
      );
      await db.unit([add.bind(setting('while it has the lease'))]);

      const paused = Promise.withResolvers<void>();
      const inserted = Promise.withResolvers<void>();
      const openWrite = db.write(async (tx) => {
        await tx.insertInto('settings').values(setting('open')).execute();
        inserted.resolve();
        await paused.promise;
      });
      await inserted.promise;
      await takeAsEarlierVersion(command);
      paused.resolve();

      await assert.rejects(openWrite, StorageUnavailableError);
      await assert.rejects(
        db.unit([add.bind(setting('one statement'))]),
        /another server took over the database/,
      );
      const two = [add.bind(setting('two statements')), add.bind(setting('of one unit'))];
      await assert.rejects(db.unit(two), StorageUnavailableError);
      await assert.rejects(
        db.write((tx) => tx.insertInto('settings').values(setting('a write')).execute()),
        StorageUnavailableError,
      );
      await assert.rejects(db.ping(), StorageUnavailableError);
      const stored = await command.read
        .selectFrom('settings')
        .select('name')
        .where('value', '=', 'first')
        .execute();
      assert.deepEqual(stored, [{ name: 'while it has the lease' }]);
      assert.match(
        (await lost.promise).message,
        /in use by a server of an earlier version, started on successor/,
      );
    });
  },
  ['postgres'],
);

/** Does what version 0.1.0 does when it finds the lease expired: it takes it, and ends the connections of its holder. */
async function takeAsEarlierVersion({ write, read }: Storage<Database>): Promise<void> {
  const row = { instance: 'b', holder: 'b', host: 'successor', expires: Number.MAX_SAFE_INTEGER };
  await write((tx) => tx.updateTable('server_leases').set(row).execute());
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objsubid = 2 and classid = 720384 and objid = 1156
      and database = (select oid from pg_database where datname = current_database())`.execute(read);
}
