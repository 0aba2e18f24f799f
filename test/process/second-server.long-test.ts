import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Database, type Db, migrations } from '@azulejo/server/testing';
import { forEachEngine } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { azulejo } from '../cli/azulejo.ts';
import { startPlatform } from '../support/platform.ts';

const DAY_MS = 86_400_000;

forEachEngine(
  (_engine, open, newPlace) => {
    describe('a second server on one PostgreSQL database', () => {
      it('refuses to start while the first one runs, and says why', async () => {
        const place = await newPlace();
        await using first = await startPlatform({ place });
        const elsewhere = { ...place, dataDir: (await newPlace()).dataDir };
        await assert.rejects(
          startPlatform({ place: elsewhere }),
          /the database is in use by the server that was started on .+ at .+; several servers on one database are not supported/,
        );
        assert.equal((await first.request('/readyz')).status, 200);
      });

      it('starts at once after a server of the same data directory was killed', async () => {
        const place = await newPlace();
        const db = await open<Database>({ place, migrations });
        let holder = '';
        {
          await using _first = await startPlatform({ place });
          ({ holder } = await db.read.selectFrom('server_leases').selectAll().executeTakeFirstOrThrow());
        }
        await leaveLease(db, holder, DAY_MS);
        await using second = await startPlatform({ place });
        assert.equal((await second.request('/readyz')).status, 200);
      });

      it('starts when the lease of a server that was killed on another machine has expired', async () => {
        const place = await newPlace();
        const db = await open<Database>({ place, migrations });
        await leaveLease(db, 'another data directory', 1_000);
        await using second = await startPlatform({ place });
        assert.match(second.log(), /waiting for the end of the lease of another server/);
        const { holder } = await db.read.selectFrom('server_leases').selectAll().executeTakeFirstOrThrow();
        assert.notEqual(holder, 'another data directory');
      });

      it('releases the lease when it stops', async () => {
        const place = await newPlace();
        const db = await open<Database>({ place, migrations });
        await (await startPlatform({ place }))[Symbol.asyncDispose]();
        assert.deepEqual(await db.read.selectFrom('server_leases').selectAll().execute(), []);
      });
    });
  },
  ['postgres'],
);

forEachEngine((_engine, open, newPlace) => {
  describe('a command of a newer version', () => {
    it('does not migrate the database under a running server', async () => {
      const place = await newPlace();
      const db = await open<Database>({ place, migrations });
      await using server = await startPlatform({ place });
      await db.write((tx) => sql`delete from azulejo_migrations where name = '0004-portal'`.execute(tx));
      const { code, stderr } = await azulejo(place, ['application', 'list']);
      assert.equal(code, 1);
      assert.match(stderr, /a server of an earlier version is running on this database/);
      assert.equal((await server.request('/readyz')).status, 200);
    });
  });
});

/** Inserts a lease as a killed server leaves it. */
async function leaveLease(db: Db, holder: string, forMs: number): Promise<void> {
  const now = Date.now();
  const row = {
    name: 'server',
    instance: 'killed',
    holder,
    host: 'elsewhere',
    started: now,
    expires: now + forMs,
  };
  await db.write((tx) => tx.insertInto('server_leases').values(row).execute());
}
