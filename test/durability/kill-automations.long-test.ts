import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Database, migrations } from '@azulejo/server/testing';
import { forEachEngine } from '@azulejo/storage/testing';
import { freePorts } from '../support/free-port.ts';
import { isFullRun } from '../support/full-run.ts';
import { startServerProcess } from '../support/server-process.ts';
import { templateOf } from '../support/template.ts';
import {
  assertOnce,
  createAutomatedHome,
  openReceiver,
  put,
  readBaseline,
  untilIdle,
} from './killed-automations.ts';
import { seededRandom } from './random.ts';

const KILLS = 8;
/** A kill, the start after it and what happens between take a few seconds, and many times that on a busy machine. */
const KILL_LIMIT_MS = 60_000;
/** Each is a run of an automation, which may run 60 times in a minute. */
const MAX_RUNS_PER_KILL = 6;
const seed = 'automations';

forEachEngine(
  (engine, open, newPlace) => {
    describe('a server that is killed while automations run', () => {
      it(`repeats nothing and loses nothing in ${KILLS} kills (seed ${seed})`, {
        timeout: KILLS * KILL_LIMIT_MS,
      }, async () => {
        await using receiver = await openReceiver();
        const place = await newPlace({ template: templateOf(engine) });
        const environment = { AUTOMATION_NETWORKS: '127.0.0.1/32', LOG_LEVEL: 'fatal' };
        const home = await createAutomatedHome(place, environment, receiver.url);
        const openDatabase = () => open<Database>({ place, migrations });
        const baseline = await (async () => {
          await using db = await openDatabase();
          return readBaseline(db, home.userId);
        })();
        const random = seededRandom(seed);
        const ports = await freePorts(3);
        const start = () =>
          startServerProcess({
            dataDir: place.dataDir,
            environment: { ...environment, DATABASE_URL: place.databaseUrl },
            ports,
          });
        let server = await start();
        await using running = new AsyncDisposableStack();
        running.defer(() => server[Symbol.asyncDispose]());
        let stored = 0;
        for (let kill = 0; kill < KILLS; kill += 1) {
          const killed = server.killLater(random.between(20, 2_500));
          for (let each = 0; each < 2 * MAX_RUNS_PER_KILL; each += 1)
            if (await put(server.url, home, each % 2 === 0 ? 1 : 0)) stored += 1;
          await killed;
          server = await start();
        }
        await untilIdle(server.url, home);
        await server.stop();
        await using db = await openDatabase();
        const runs = await assertOnce(db, home, baseline, receiver);
        assert.ok(stored > KILLS && runs > KILLS, `${stored} values, ${runs} runs`);
      });
    });
  },
  isFullRun ? ['sqlite', 'postgres'] : ['sqlite'],
);
