import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { connectMqtt, type MqttSession } from '../../support/mqtt.ts';
import { newApplication } from '../../support/people.ts';
import { startPlatform } from '../../support/platform.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import {
  type Member,
  newLamp,
  newMember,
  type OwnerMember,
  propertyOf,
  sendMessage,
  topicOf,
} from './live-scene.ts';
import { openRaw, type RawClient } from './protocol-client.ts';
import { bytes, connect, subscribe, text } from './protocol-wire.ts';

const MB = 1024 * 1024;
const BLOCK = Buffer.alloc(64 * 1024);
const TIMES = 4;
const OTHERS = 100;
/** A text so long that a few thousand of them fill every buffer between server and client. */
const LONG_TEXT = 'x'.repeat(4096);
const VALUES = 20;
/**
 * A client that reads nothing is closed after five seconds, which the measurement may take on a busy machine.
 */
const ATTEMPTS = 3;

it('closes at a declared 256 MB and grows by less than 8 MB', async () => {
  await withServer(async (server, { lamp }) => {
    const signIn = connectAs(lamp);
    const header = (first: number) => bytes(first, 0xff, 0xff, 0xff, 0x7f);
    for (const packets of [[header(0x10)], [signIn, header(0x30)]]) {
      const grown: number[] = [];
      for (let time = 0; time < TIMES; time += 1) {
        const before = await metric(server, 'process_resident_memory_bytes');
        using client = await openRaw(server.mqttPort);
        client.send(...packets);
        while (!client.socket.destroyed && client.socket.write(BLOCK)) await setImmediate();
        await client.closed;
        grown.push((await metric(server, 'process_resident_memory_bytes')) - before);
      }
      // The first run allocates what is allocated only once; the server may do other work during the rest.
      assert.ok(Math.min(...grown.slice(1)) < 8 * MB, `${grown} bytes more`);
    }
    assert.equal(await metric(server, 'azulejo_mqtt_closed_total{reason="limit"}'), 2 * TIMES);
  });
});

it('delivers to a hundred clients in order and in time while another reads nothing', async () => {
  await withServer(async (server, { lamp, person }) => {
    await using opened = new AsyncDisposableStack();
    const brightness = propertyOf(lamp.channelId, 'brightness');
    const others = await Promise.all(
      Array.from({ length: OTHERS }, async () => {
        const session = opened.use(await connectMqtt(server, person));
        await session.subscribe(topicOf(person, brightness));
        return session;
      }),
    );
    const device = opened.use(await connectMqtt(server, lamp));
    const publishValues = async (first: number, last: number) => {
      for (let data = first; data <= last; data += 1)
        await sendMessage(device, brightness, { io: 'iw', data });
      for (const { next } of others)
        for (let data = first; data <= last; data += 1) assert.equal((await next()).message.data, data);
    };
    const slowClosures = () => metric(server, 'azulejo_mqtt_closed_total{reason="slow"}');
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const before = await slowClosures();
      using _frozen = await freeze(server, person);
      await fill(server, device, lamp);
      await publishValues(attempt, attempt);
      if ((await slowClosures()) > before) continue;
      await publishValues(attempt + 1, attempt + VALUES);
      return;
    }
    assert.fail('the others received values only after the client that reads nothing was closed');
  });
});

/** Connects a client that subscribes to all of the person's devices and reads nothing. */
async function freeze(server: ServerProcess, person: Member): Promise<RawClient> {
  const frozen = await openRaw(server.mqttPort);
  frozen.send(connectAs(person));
  frozen.send(subscribe(1, [`/v3/users/${person.id}/channels/#`, 0]));
  await frozen.takePacket();
  await frozen.takePacket();
  frozen.socket.pause();
  return frozen;
}

/**
 * Fills the buffers between the server and the client that does not read, until a message for it is dropped.
 */
async function fill(server: ServerProcess, device: MqttSession, lamp: OwnerMember): Promise<void> {
  const effect = propertyOf(lamp.channelId, 'effect-color');
  const lost = async () =>
    (await metric(server, 'azulejo_mqtt_dropped_total{reason="slow"}')) +
    (await metric(server, 'azulejo_mqtt_closed_total{reason="slow"}'));
  for (const before = await lost(); (await lost()) === before; )
    await Promise.all(
      Array.from({ length: 100 }, () => sendMessage(device, effect, { io: 'iw', data: LONG_TEXT })),
    );
}

type Members = { lamp: OwnerMember; person: Member };

async function withServer(work: (server: ServerProcess, members: Members) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-whole-'));
  try {
    const members = await createMembers(dataDir);
    await using server = await startServerProcess({
      dataDir,
      environment: { LOG_LEVEL: 'fatal', MQTT_MESSAGES_PER_SECOND: '100000' },
    });
    await work(server, members);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function createMembers(dataDir: string): Promise<Members> {
  await using platform = await startPlatform({ place: { dataDir } });
  const person = await newMember({ platform, application: await newApplication(platform) });
  return { person, lamp: await newLamp(platform, person.id) };
}

const connectAs = ({ clientId, token }: Member): Buffer => connect({ rest: [text(clientId), text(token)] });

/** Returns the metric's value, or zero when nothing was counted yet. */
async function metric({ url }: ServerProcess, name: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const line = page.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
