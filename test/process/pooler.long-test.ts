import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import pg from 'pg';
import { azulejo } from '../cli/azulejo.ts';
import { lacks } from '../deploy/programs.ts';
import { freePorts } from '../support/free-port.ts';
import { startPlatform } from '../support/platform.ts';
import { startProgram } from '../support/programs.ts';

const IGNORED = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout';
const UNSUPPORTED = /DATABASE_URL leads to a pooler that shares connections/;

forEachEngine(
  (_engine, _open, newPlace) => {
    describe('a server behind PgBouncer', { skip: lacks('pgbouncer') }, () => {
      it('does not start in transaction mode, and doctor says why', async () => {
        await using pooler = await startPooler(await newPlace(), `pool_mode = transaction\n${IGNORED}`);
        await assert.rejects(startPlatform({ place: pooler.place }), UNSUPPORTED);
        assert.match((await azulejo(pooler.place, ['doctor'])).stdout, UNSUPPORTED);
      });

      it('does not start when the pooler refuses limits of time', async () => {
        await using pooler = await startPooler(await newPlace(), 'pool_mode = transaction');
        await assert.rejects(startPlatform({ place: pooler.place }), UNSUPPORTED);
      });

      it('does not start in transaction mode when the pooler does not know prepared statements', async () => {
        const place = await newPlace();
        await using pooler = await startPooler(place, 'pool_mode = transaction');
        const environment = { DATABASE_DIRECT_URL: place.databaseUrl ?? '' };
        await assert.rejects(startPlatform({ place: pooler.place, environment }), UNSUPPORTED);
      });

      it('starts with the limits of its role when it knows PostgreSQL itself, which doctor sets', async () => {
        const place = await newPlace();
        await using pooler = await startPooler(place, 'pool_mode = session');
        const environment = { DATABASE_DIRECT_URL: place.databaseUrl ?? '' };
        const doctor = (...args: string[]) => azulejo(pooler.place, ['doctor', ...args], { environment });
        await using platform = await startPlatform({ place: pooler.place, environment });
        assert.equal((await platform.request('/readyz')).status, 200);
        assert.match((await doctor()).stdout, /statements have no limit of time/);
        assert.doesNotMatch((await doctor('--fix')).stdout, /no limit of time/);
        const client = new pg.Client({ connectionString: place.databaseUrl });
        await client.connect();
        const { rows } = await client.query('show statement_timeout');
        await client.end();
        assert.deepEqual(rows, [{ statement_timeout: '10s' }]);
      });

      it('starts in session mode, and is not ready after a change to transaction mode', async () => {
        await using pooler = await startPooler(await newPlace(), `pool_mode = session\n${IGNORED}`);
        await using platform = await startPlatform({ place: pooler.place });
        assert.equal((await platform.request('/readyz')).status, 200);
        await pooler.set('pool_mode', 'transaction');
        let response = await platform.request('/readyz');
        while (response.status === 200) {
          await pause(20);
          response = await platform.request('/readyz');
        }
        assert.equal(response.status, 503);
        assert.match(await response.text(), UNSUPPORTED);
      });
    });
  },
  ['postgres'],
);

type Pooler = AsyncDisposable & {
  readonly place: Place;
  /** Changes a setting of the pooler while it runs. */
  set(name: string, value: string): Promise<void>;
};

/** Starts PgBouncer before the database of a place, with further settings. */
async function startPooler(place: Place, settings: string): Promise<Pooler> {
  const url = new URL(place.databaseUrl ?? '');
  const [port] = await freePorts(1);
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-pooler-'));
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `${url.pathname.slice(1)} = host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `admin_users = ${url.username}`,
    settings,
  ];
  await writeFile(file, lines.join('\n'));
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const program = startProgram('pgbouncer', [...account, file]);
  await program.line(/process up/);
  url.port = String(port);
  return {
    place: { ...place, databaseUrl: url.href },
    async set(name, value) {
      const operator = new pg.Client({ connectionString: new URL('/pgbouncer', url).href });
      await operator.connect();
      await operator.query(`set ${name} = '${value}'`);
      await operator.end();
    },
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
