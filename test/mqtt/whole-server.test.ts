import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { connectMqtt } from '../support/mqtt.ts';
import { newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import {
  type Member,
  newLamp,
  newListener,
  type OwnerMember,
  propertyOf,
  say,
  topicOf,
} from './live-scene.ts';
import { openRaw } from './protocol-client.ts';
import { bytes, connect, subscribe, text } from './protocol-wire.ts';

const MB = 1024 * 1024;
const BLOCK = Buffer.alloc(64 * 1024);
const OTHERS = 100;
/** So long that a few thousand of them fill every buffer on their way. */
const LONG_TEXT = 'x'.repeat(4096);
const VALUES = 20;

it('closes at a declared 256 MB, its memory up by less than 8 MB', async () => {
  await withServer(async (server, { lamp }) => {
    const signIn = connectAs(lamp);
    const header = (first: number) => bytes(first, 0xff, 0xff, 0xff, 0x7f);
    for (const packets of [[header(0x10)], [signIn, header(0x30)]]) {
      // The first of each finds out what is only made once.
      for (const isMeasured of [false, true]) {
        const before = await metric(server, 'process_resident_memory_bytes');
        using client = await openRaw(server.mqttPort);
        client.send(...packets);
        while (!client.socket.destroyed && client.socket.write(BLOCK)) await setImmediate();
        await client.closed;
        const more = (await metric(server, 'process_resident_memory_bytes')) - before;
        assert.ok(!isMeasured || more < 8 * MB, `${more} bytes more`);
      }
    }
    assert.equal(await metric(server, 'azulejo_mqtt_closed_total{reason="limit"}'), 4);
  });
});

it('tells a hundred in order and in time while another reads nothing', async () => {
  await withServer(async (server, { lamp, person }) => {
    using frozen = await openRaw(server.mqttPort);
    frozen.send(connectAs(person));
    frozen.send(subscribe(1, [`/v3/users/${person.id}/channels/#`, 0]));
    await frozen.takePacket();
    await frozen.takePacket();
    frozen.socket.pause();
    await using opened = new AsyncDisposableStack();
    const topic = topicOf(person, propertyOf(lamp.channelId, 'brightness'));
    const others = await Promise.all(
      Array.from({ length: OTHERS }, async () => {
        const session = opened.use(await connectMqtt(server, person));
        await session.subscribe(topic);
        return session;
      }),
    );
    const device = opened.use(await connectMqtt(server, lamp));
    const stuck = () => metric(server, 'azulejo_mqtt_dropped_total{reason="slow"}');
    while ((await stuck()) === 0) {
      const text = { io: 'iw', data: LONG_TEXT };
      const effect = propertyOf(lamp.channelId, 'effect-color');
      await Promise.all(Array.from({ length: 100 }, () => say(device, effect, text)));
    }
    for (let data = 1; data <= VALUES; data += 1)
      await say(device, propertyOf(lamp.channelId, 'brightness'), { io: 'iw', data });
    for (const { next } of others) {
      for (let data = 1; data <= VALUES; data += 1) assert.equal((await next()).message.data, data);
    }
    // Nobody had to wait until it was given up.
    assert.equal(await metric(server, 'azulejo_mqtt_closed_total{reason="slow"}'), 0);
  });
});

type Cast = { lamp: OwnerMember; person: Member };

async function withServer(work: (server: ServerProcess, cast: Cast) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-whole-'));
  try {
    const cast = await makeCast(dataDir);
    await using server = await startServerProcess({
      dataDir,
      environment: { LOG_LEVEL: 'fatal', MQTT_MESSAGES_PER_SECOND: '100000' },
    });
    await work(server, cast);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function makeCast(dataDir: string): Promise<Cast> {
  await using platform = await startPlatform({ place: { dataDir } });
  const person = await newListener({ platform, application: await newApplication(platform) });
  return { person, lamp: await newLamp(platform, person.id) };
}

const connectAs = ({ clientId, token }: Member): Buffer => connect({ rest: [text(clientId), text(token)] });

/** Zero while nothing was counted. */
async function metric({ url }: ServerProcess, name: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const line = page.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
