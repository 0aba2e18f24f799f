import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Database, type Db, migrations, openForCommand } from '@azulejo/server/testing';
import { forEachEngine } from '@azulejo/storage/testing';
import { type Application, newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startChild } from './child.ts';

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

      it('commits nothing more after it was stopped for longer than its lease and another took over', async () => {
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
          const elsewhere = { ...place, dataDir: (await newPlace()).dataDir };
          await using second = await startPlatform({ place: elsewhere });
          const before = await countUsers(db);
          assert.ok(accounts.pending() > 0, 'requests are on their way');
          first.signalAll('SIGCONT');
          const { code, output } = await first.ended;
          await accounts.stop();
          assert.equal(await countUsers(db), before);
          assert.notEqual(code, 0);
          assert.match(output, /the database is in use by the server/);
          assert.equal((await second.request('/readyz')).status, 200);
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

forEachEngine((_engine, _open, newPlace) => {
  describe('a command of a newer version', () => {
    it('does not migrate the database under a running server', async () => {
      const place = await newPlace();
      await using server = await startPlatform({ place });
      const newer = {
        ...migrations,
        '0002-never-applied': { up: () => Promise.reject(new Error('applied')) },
      };
      await assert.rejects(
        openForCommand(place, newer),
        /a server of an earlier version is running on this database/,
      );
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

const countUsers = async (db: Db): Promise<number> =>
  (await db.read.selectFrom('users').select('id').execute()).length;

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
