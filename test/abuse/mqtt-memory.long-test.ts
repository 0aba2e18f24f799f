import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { type Member, newMember } from '../connections/mqtt/live-scene.ts';
import { openRaw, type RawClient } from '../connections/mqtt/protocol-client.ts';
import { connack, connect, publish, pubrec, text } from '../connections/mqtt/protocol-wire.ts';
import { newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const KB = 1024;
const MB = 1024 * KB;
const SESSIONS = 2;
/** Maximum number of messages that one session may leave without PUBREL. */
const UNRELEASED = 1_000;
const PAYLOAD = Buffer.alloc(64 * KB, ' ');
/** Half of what is sent, which allows for garbage that the runtime has not released yet. */
const MAX_GROWTH = (SESSIONS * UNRELEASED * PAYLOAD.length) / 2;

it('stores only packet identifiers for QoS 2 messages that are never released', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-abuse-'));
  try {
    const person = await makePerson(dataDir);
    const environment = { LOG_LEVEL: 'fatal', MQTT_MESSAGES_PER_SECOND: '100000' };
    await using server = await startServerProcess({ dataDir, environment });
    await using opened = new AsyncDisposableStack();
    // The first session allocates what the runtime needs for reading alone.
    await leaveUnreleased(opened.use(await openRaw(server.mqttPort)), person, 'first');
    const before = await residentBytes(server);
    for (let session = 0; session < SESSIONS; session += 1) {
      const client = opened.use(await openRaw(server.mqttPort));
      await leaveUnreleased(client, person, `session ${session}`);
    }
    const grown = (await residentBytes(server)) - before;
    assert.ok(grown < MAX_GROWTH, `${Math.round(grown / MB)} MB more`);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Publishes messages that are refused, and never sends PUBREL. */
async function leaveUnreleased(client: RawClient, { clientId, token }: Member, id: string): Promise<void> {
  client.send(connect({ id, rest: [text(clientId), text(token)] }));
  assert.deepEqual(await client.takePacket(), connack(0));
  for (let packetId = 1; packetId <= UNRELEASED; packetId += 1) {
    client.send(publish('nothing/is/here', { qos: 2, id: packetId, payload: PAYLOAD }));
    assert.deepEqual(await client.takePacket(), pubrec(packetId));
  }
}

async function makePerson(dataDir: string): Promise<Member> {
  await using platform = await startPlatform({ place: { dataDir } });
  return await newMember({ platform, application: await newApplication(platform) });
}

async function residentBytes({ url }: ServerProcess): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const name = 'process_resident_memory_bytes ';
  const line = page.split('\n').find((each) => each.startsWith(name));
  return Number(line?.slice(name.length));
}
