import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { natsServer, startNats } from '@azulejo/server/testing';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import pg from 'pg';
import { azulejo } from '../cli/azulejo.ts';
import { freePorts } from '../support/free-port.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startChild } from './child.ts';

forEachEngine(
  (_engine, _open, newPlace) => {
    describe('a server that starts beside another one', () => {
      const opened = new AsyncDisposableStack();
      let place: Place;
      let fitting: Record<string, string>;
      before(async () => {
        place = await newPlace();
        fitting = {
          DATABASE_URL: place.databaseUrl ?? '',
          DEMO: '0',
          KEYS_DIR: join(place.dataDir, 'keys'),
          FILES_URL: pathToFileURL(join(place.dataDir, 'uploads')).href,
          MQTTS_PORT: 'off',
          MQTT_PUBLIC_URL: 'mqtts://127.0.0.1:8883',
        };
        opened.use(
          await startServerProcess({
            dataDir: place.dataDir,
            environment: { DATABASE_URL: place.databaseUrl, SERVER_NAME: 'attic' },
          }),
        );
      });
      after(() => opened.disposeAsync());

      /** Starts a server with these settings instead of the fitting ones. Returns what it says when it refuses. */
      async function start(settings: Readonly<Record<string, string>>): Promise<string> {
        const { dataDir } = await newPlace();
        const environment = { ...fitting, DATA_DIR: join(dataDir, 'data'), ...settings };
        const child = await startChild(dataDir, environment);
        void child.untilItRuns().then(
          () => child.signal('SIGKILL'),
          () => undefined,
        );
        const { code, output } = await child.ended;
        assert.equal(code, 1, output);
        return output.slice(output.indexOf('Azulejo did not start'));
      }

      it('starts when it fits, and both are ready', async () => {
        const { dataDir } = await newPlace();
        let output = '';
        await using second = await startServerProcess({
          dataDir,
          environment: fitting,
          onOutput: (text) => {
            output += text;
          },
        });
        assert.equal((await fetch(`${second.url}/readyz`)).status, 200);
        // A link of its own would replace the one that the first server has printed.
        assert.match(output, /Another server that runs has the link for the first account/);
        assert.equal(existsSync(join(dataDir, 'portal-owner-link.txt')), false);
        const link = await readFile(join(place.dataDir, 'portal-owner-link.txt'), 'utf8');
        assert.match(link, /\/portal\/invitation#/);
      });

      it('is named when a backup is restored into its database from another machine', async () => {
        const elsewhere = await newPlace();
        const { code, stderr } = await azulejo(
          { ...place, dataDir: elsewhere.dataDir },
          ['restore', fileURLToPath(import.meta.url)],
          { environment: fitting },
        );
        assert.equal(code, 1);
        assert.match(stderr, /servers are running on this database \(attic\); stop all of them first/);
      });

      it('refuses other keys, other pictures and another CA, all at once, and names what to set', async () => {
        const { dataDir } = await newPlace();
        const output = await start({
          KEYS_DIR: join(dataDir, 'keys'),
          FILES_URL: pathToFileURL(join(dataDir, 'uploads')).href,
          MQTTS_PORT: String((await freePorts(1))[0]),
        });
        assert.match(output, /this server does not fit those that run on its database/);
        assert.match(output, /- the keys in .+ are not those of the server attic: set KEYS_DIR/);
        assert.match(output, /- .+uploads has no file platform-id\.txt: set FILES_URL/);
        assert.match(output, /- MQTT over TLS has another CA than at the server attic: set MQTT_TLS_CERT/);
        assert.doesNotMatch(output, /BUS_URL|tables/);
      });

      it('lists the servers that run from any machine', async () => {
        const elsewhere = await newPlace();
        const { stdout } = await azulejo({ ...place, dataDir: elsewhere.dataDir }, ['servers'], {
          environment: fitting,
        });
        assert.match(stdout, /^SERVER +STATE.*\nattic +working +\d.* PostgreSQL /);
      });

      it('shows with doctor which servers run, and what keeps one from running here', async () => {
        const doctor = (at: Place, environment: Record<string, string>) =>
          azulejo(at, ['doctor', '--json'], { environment }).then(({ stdout }) =>
            (JSON.parse(stdout) as { check: string; state: string; says: string; todo?: string }[]).filter(
              ({ check }) => check === 'Servers',
            ),
          );
        const [running] = await doctor(place, {});
        assert.equal(running?.state, 'ok');
        assert.match(running.says, /^attic \(\d[^ )]*\)$/);
        const elsewhere = await newPlace();
        const found = await doctor(
          { ...place, dataDir: elsewhere.dataDir },
          {
            MQTTS_PORT: 'off',
            MQTT_PUBLIC_URL: 'mqtts://127.0.0.1:8883',
          },
        );
        assert.deepEqual(
          found.map(({ state, todo }) => [state, todo?.split(' ').slice(0, 3).join(' ')]),
          [
            ['broken', 'set KEYS_DIR to'],
            ['broken', 'set FILES_URL to'],
          ],
        );
      });

      it('refuses pictures of another installation', async () => {
        const { dataDir } = await newPlace();
        await mkdir(join(dataDir, 'pictures'));
        await writeFile(join(dataDir, 'pictures', 'platform-id.txt'), 'another\n');
        const output = await start({ FILES_URL: pathToFileURL(join(dataDir, 'pictures')).href });
        assert.match(output, /- .+pictures is of another installation \(platform-id\.txt\): set FILES_URL/);
      });

      it('refuses another bus', {
        skip: natsServer === undefined && 'nats-server is not installed',
      }, async () => {
        const nats = await startNats();
        try {
          const { host } = new URL(nats.url);
          const output = await start({ BUS_URL: nats.url });
          assert.ok(
            output.includes(
              `- BUS_URL leads to nats://${host}, and that of the server attic to PostgreSQL: set the same`,
            ),
            output,
          );
        } finally {
          await nats.stop();
        }
      });

      it('refuses while the database is too slow to tell its time', async () => {
        const admin = new pg.Client(place.databaseUrl);
        await admin.connect();
        await admin.query(`
          create function slow() returns trigger language plpgsql as $$
            begin perform pg_sleep(2.2); return new; end $$;
          create trigger slow before insert or update on servers for each row execute function slow()`);
        try {
          assert.match(
            await start({}),
            /- the database took more than 2 seconds to answer, so that its time is not known/,
          );
        } finally {
          await admin.query('drop trigger slow on servers');
          await admin.end();
        }
      });
    });
  },
  ['postgres'],
);
