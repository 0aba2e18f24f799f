import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Database, type Db, migrations, openForCommand } from '@azulejo/server/testing';
import type { Migrations } from '@azulejo/storage';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { leaveServer } from '../support/living-server.ts';
import { placeBeside } from '../support/other-server.ts';
import { type Application, newApplication } from '../support/people.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startChild } from './child.ts';

const DAY_MS = 86_400_000;

forEachEngine(
  (_engine, open, newPlace) => {
    describe('a second server on one PostgreSQL database', () => {
      it('refuses to start while a server of an earlier version runs, and says why', async () => {
        const place = await newPlace();
        const db = await open<Database>({ place, migrations });
        await leaveLease(db, DAY_MS);
        const renewing = setInterval(() => {
          void db.write((tx) =>
            tx
              .updateTable('server_leases')
              .set((eb) => ({ expires: eb('expires', '+', 1) }))
              .execute(),
          );
        }, 200);
        await assert
          .rejects(
            startPlatform({ place }),
            /the database is in use by a server of an earlier version, started on elsewhere at .+: stop it first/,
          )
          .finally(() => clearInterval(renewing));
      });

      it('keeps a server of an earlier version away while one of two runs, and no longer', async () => {
        const place = await newPlace();
        const db = await open<Database>({ place, migrations });
        const first = await startPlatform({ place });
        await using _first = first;
        const second = await startPlatform(await placeBeside(place));
        await using _second = second;
        assert.equal(await takeAsEarlierVersion(db), false);
        await first[Symbol.asyncDispose]();
        assert.equal((await second.request('/readyz')).status, 200);
        assert.equal(await takeAsEarlierVersion(db), false);
        await second[Symbol.asyncDispose]();
        assert.deepEqual(await db.read.selectFrom('server_leases').selectAll().execute(), []);
        assert.deepEqual(await db.read.selectFrom('servers').selectAll().execute(), []);
        assert.equal(await takeAsEarlierVersion(db), true);
      });

      it('starts at once after it was killed, and has none of the clients that it had', async () => {
        const place = await newPlace();
        const db = await open<Database>({ place, migrations });
        let id = '';
        {
          await using _first = await startPlatform({ place });
          ({ id } = await db.read.selectFrom('servers').select('id').executeTakeFirstOrThrow());
        }
        const { clientId } = await withPlatform(place, newApplication);
        await leaveServer(db, { id });
        await db.write((tx) =>
          tx.insertInto('connected_clients').values({ client_id: clientId, server_id: id }).execute(),
        );
        await using second = await startPlatform({ place });
        assert.equal((await second.request('/readyz')).status, 200);
        assert.deepEqual(await db.read.selectFrom('connected_clients').selectAll().execute(), []);
      });

      it('starts when the lease of an earlier version that was killed on another machine has expired', async () => {
        const place = await newPlace();
        const db = await open<Database>({ place, migrations });
        await leaveLease(db, 1_000);
        await using second = await startPlatform({ place });
        assert.match(second.log(), /waiting for the end of the lease of a server of an earlier version/);
        assert.equal(await takeAsEarlierVersion(db), false);
      });

      it('stops when its data directory is copied and a server starts with the copy', async () => {
        const place = await newPlace();
        const db = await open<Database>({ place, migrations });
        const environment = { DATABASE_URL: place.databaseUrl ?? '', DATA_DIR: place.dataDir, DEMO: '0' };
        const first = await startChild(place.dataDir, environment);
        try {
          await first.untilItRuns();
          const copy = await newPlace();
          for (const name of ['keys', 'certificates', 'uploads', 'server-id'])
            await cp(join(place.dataDir, name), join(copy.dataDir, name), { recursive: true });
          await using second = await startPlatform({ place: { ...place, dataDir: copy.dataDir } });
          const { code, output } = await first.ended;
          assert.notEqual(code, 0);
          assert.match(output, /its data directory is a copy\. Delete the file server-id/);
          assert.equal((await second.request('/readyz')).status, 200);
          assert.equal((await db.read.selectFrom('servers').selectAll().execute()).length, 1);
        } finally {
          first.signal('SIGKILL');
        }
      });

      it('commits nothing more after it was stopped for longer than its lease and an earlier version took over', async () => {
        const place = await newPlace();
        const db = await open<Database>({ place, migrations });
        let application: Application;
        {
          await using platform = await startPlatform({ place });
          application = await newApplication(platform);
        }
        const environment = {
          DATABASE_URL: place.databaseUrl ?? '',
          DATA_DIR: place.dataDir,
          DEMO: '0',
          RATE_LIMIT_ACCOUNTS_PER_ADDRESS: '100000',
        };
        const first = await startChild(place.dataDir, environment, { hasOwnGroup: true });
        try {
          await first.untilItRuns();
          const accounts = createAccounts(first.url, application.clientId);
          while (accounts.statuses.length < 20) await setTimeout(10);
          assert.deepEqual([...new Set(accounts.statuses)], [200]);
          first.signalAll('SIGSTOP');
          await db.write((tx) => tx.updateTable('server_leases').set({ expires: 0 }).execute());
          assert.equal(await takeAsEarlierVersion(db), true);
          const before = await countUsers(db);
          assert.ok(accounts.pending() > 0, 'requests are on their way');
          first.signalAll('SIGCONT');
          const { code, output } = await first.ended;
          await accounts.stop();
          assert.equal(await countUsers(db), before);
          assert.notEqual(code, 0);
          assert.match(output, /the database is in use by a server of an earlier version/);
        } finally {
          first.signalAll('SIGKILL');
        }
      });

      it('stamps with the time of the database, whatever the clock of its machine says', async () => {
        const place = await newPlace();
        const db = await open<Database>({ place, migrations });
        let application: Application;
        {
          await using platform = await startPlatform({ place });
          application = await newApplication(platform);
        }
        await using server = await startServerProcess({
          dataDir: place.dataDir,
          environment: {
            DATABASE_URL: place.databaseUrl,
            AZULEJO_TEST_CLOCK_OFFSET: '600000',
            NODE_OPTIONS: `--import=${import.meta.resolve('../support/clock-offset.ts')}`,
          },
        });
        const began = Date.now();
        const accounts = createAccounts(server.url, application.clientId);
        while (accounts.statuses.length === 0) await setTimeout(10);
        await accounts.stop();
        const { created } = await db.read.selectFrom('users').select('created').executeTakeFirstOrThrow();
        assert.ok(Math.abs(created - began) < 60_000, `${created - began} ms from the time of the test`);
      });
    });
  },
  ['postgres'],
);

forEachEngine((engine, _open, newPlace) => {
  describe('a command of a newer version', () => {
    it('does not change what a running server of an earlier version uses', async () => {
      const place = await newPlace();
      await using server = await startPlatform({ place });
      const newer: Migrations = {
        ...migrations,
        '0002-added': { phase: 'expand', tables: { added: { columns: { id: 'text' }, key: ['id'] } } },
        '0003-never-applied': { phase: 'contract', up: () => Promise.reject(new Error('applied')) },
      };
      if (engine === 'sqlite')
        await assert.rejects(
          openForCommand(place, newer),
          /a server of an earlier version is running on this database/,
        );
      else {
        await using db = await openForCommand(place, newer);
        assert.deepEqual(
          [db.migrated, (await db.migrationState()).pending],
          [['0002-added'], ['0003-never-applied']],
        );
      }
      assert.equal((await server.request('/readyz')).status, 200);
    });
  });
});

/** Creates accounts, four at a time, until a call fails. */
function createAccounts(url: string, appId: string) {
  const statuses: number[] = [];
  let [started, isStopped] = [0, false];
  const createRepeatedly = async () => {
    while (!isStopped) {
      started += 1;
      const body = {
        appId,
        device: 'android',
        type: 'account',
        email: `${started}@example.org`,
        name: 'Ana',
        password: 'correct horse battery staple',
      };
      const response = await fetch(`${url}/v3/legacy/account`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      statuses.push(response.status);
    }
  };
  const ended = Promise.allSettled(Array.from({ length: 4 }, createRepeatedly));
  return {
    statuses,
    pending: () => started - statuses.length,
    stop() {
      isStopped = true;
      return ended;
    },
  };
}

async function withPlatform<Result>(
  place: Place,
  use: (platform: TestPlatform) => Promise<Result>,
): Promise<Result> {
  await using platform = await startPlatform({ place });
  return await use(platform);
}

const countUsers = async (db: Db): Promise<number> =>
  (await db.read.selectFrom('users').select('id').execute()).length;

const EARLIER = { name: 'server', instance: 'killed', holder: 'a data directory', host: 'elsewhere' };

/** Inserts a lease as a killed server of an earlier version leaves it. */
async function leaveLease(db: Db, forMs: number): Promise<void> {
  const started = Date.now();
  const row = { ...EARLIER, started, expires: started + forMs };
  await db.write((tx) => tx.insertInto('server_leases').values(row).execute());
}

/** Does what version 0.1.0 does at its start. Returns whether it gets the lease; then it ends the connections of others. */
async function takeAsEarlierVersion(db: Db): Promise<boolean> {
  const now = Date.now();
  const row = { ...EARLIER, started: now, expires: now + DAY_MS };
  const taken = await db.write((tx) =>
    tx
      .insertInto('server_leases')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(row)
          .where((eb) =>
            eb.or([
              eb('server_leases.holder', '=', row.holder),
              eb(
                'server_leases.expires',
                '<=',
                sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
              ),
            ]),
          ),
      )
      .returning('name')
      .execute(),
  );
  if (taken.length === 0) return false;
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objsubid = 2 and classid = 720384 and objid = 1156
      and database = (select oid from pg_database where datname = current_database())`.execute(db.read);
  return true;
}
