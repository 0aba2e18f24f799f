import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Database, migrations } from '@azulejo/server/testing';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { freePorts } from '../support/free-port.ts';
import { connectMqtt } from '../support/mqtt.ts';
import { placeBeside } from '../support/other-server.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { startChild } from './child.ts';

const DRAIN_MS = 8_000;

forEachEngine(
  (_engine, open, newPlace) => {
    describe('a server that gets SIGTERM', () => {
      /** Starts a server as a process, with an MQTT session, a stream and a long poll of a person. */
      async function startFollowed(at: { place: Place; environment?: Record<string, string> }) {
        const [mqttPort = 0] = await freePorts(1);
        const child = await startChild(at.place.dataDir, {
          ...at.environment,
          DATABASE_URL: at.place.databaseUrl ?? '',
          DATA_DIR: at.place.dataDir,
          DEMO: '0',
          DRAIN_SECONDS: String(DRAIN_MS / 1000),
          MQTT_PORT: String(mqttPort),
        });
        await child.untilItRuns();
        return { child, mqttPort };
      }

      it('hands its clients over while another one runs, and exits with 0', async () => {
        const place = await newPlace();
        const db = await open<Database>({ place, migrations });
        await using first = await startPlatform({ place });
        const application = await newApplication(first);
        const person = await newPerson(first, application);
        const { child, mqttPort } = await startFollowed(await placeBeside(place));
        try {
          await using session = await connectMqtt(
            { mqttPort },
            { clientId: application.clientId, token: person.token },
            { reconnectPeriod: 0 },
          );
          const headers = { authorization: `Bearer ${person.token}` };
          const get = (query: string, accept = 'application/json') =>
            fetch(`${child.url}/v3/users/me/events${query}`, { headers: { ...headers, accept } });
          const { cursor } = (await (await get('')).json()) as { cursor: string };
          const streamed = (await get('', 'text/event-stream')).text();
          const polled = get(`?after=${encodeURIComponent(cursor)}&wait=25`);
          await setTimeout(500);

          const begun = performance.now();
          child.signal('SIGTERM');
          while ((await fetch(`${child.url}/readyz`)).status !== 503) await setTimeout(20);
          assert.ok(session.client.connected, 'clients stay until the balancer has noticed');
          const reply = await polled;
          assert.deepEqual(
            [reply.status, ((await reply.json()) as { elements: unknown[] }).elements],
            [200, []],
          );
          assert.match(await streamed, /\n\nretry: \d{1,4}\n\n$/);
          await session.closed;
          const { code, output } = await child.ended;
          assert.equal(code, 0, output);
          const took = performance.now() - begun;
          assert.ok(took > 5_000 && took < DRAIN_MS + 3_000, `${took} ms`);
          const rows = await db.read.selectFrom('servers').select('id').execute();
          const leases = await db.read.selectFrom('leases').select('server_id').distinct().execute();
          assert.deepEqual(
            [rows.length, leases.map(({ server_id }) => server_id)],
            [1, rows.map(({ id }) => id)],
          );
        } finally {
          child.signalAll('SIGKILL');
          await child.ended;
        }
      });

      it('stops at once when it gets another one, and when it is alone', async () => {
        const place = await newPlace();
        const first = await startPlatform({ place });
        await using _first = first;
        const { child } = await startFollowed(await placeBeside(place));
        let begun = performance.now();
        child.signal('SIGTERM');
        await setTimeout(2_100);
        child.signal('SIGTERM');
        const { code, output } = await child.ended;
        assert.equal(code, 0, output);
        assert.ok(performance.now() - begun < 4_500, `${performance.now() - begun} ms`);
        await first[Symbol.asyncDispose]();
        const alone = await startFollowed({ place });
        begun = performance.now();
        assert.equal((await alone.child.stop()).code, 0);
        assert.ok(performance.now() - begun < 4_000, `${performance.now() - begun} ms`);
      });
    });
  },
  ['postgres'],
);
