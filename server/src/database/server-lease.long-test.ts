import assert from 'node:assert/strict';
import { it } from 'node:test';
import { StorageUnavailableError } from '@azulejo/storage';
import { forEachEngine } from '@azulejo/storage/testing';
import { type Database, migrations } from './index.ts';
import { type DatabaseInUseError, takeServerLease } from './server-lease.ts';

forEachEngine(
  (_engine, open, newPlace) => {
    it('commits nothing of a server that lost its lease, and tells that server who has it', async () => {
      const place = await newPlace();
      const opened = (options = {}) => open<Database>({ place, migrations, ...options });
      const setting = (name: string) => ({ name, value: 'first' });
      const command = await opened();
      const lost = Promise.withResolvers<DatabaseInUseError>();
      await using first = await takeServerLease(await opened({ maxConnections: 1 }), {
        holder: 'a',
        host: 'paused',
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
      await command.write((tx) => tx.updateTable('server_leases').set({ expires: 0 }).execute());
      await using _second = await takeServerLease(await opened({ maxConnections: 1 }), {
        holder: 'b',
        host: 'successor',
        onLost: assert.ifError,
      });
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
      assert.match((await lost.promise).message, /in use by the server that was started on successor/);
    });
  },
  ['postgres'],
);
