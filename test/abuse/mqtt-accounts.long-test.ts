import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { defaultLimits } from '@azulejo/broker';
import { asMember, newMember } from '../connections/mqtt/live-scene.ts';
import { openRaw } from '../connections/mqtt/protocol-client.ts';
import { countOf, type Harness, startHarness, until } from '../connections/mqtt/protocol-harness.ts';
import {
  connect,
  PINGREQ,
  PINGRESP,
  puback,
  publish,
  suback,
  subscribe,
  text,
} from '../connections/mqtt/protocol-wire.ts';
import { connackOf, connectMqtt } from '../support/mqtt.ts';
import { newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';

const KB = 1024;
const bert = { rest: [text('bert'), text('right')] };
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const closed = (harness: Harness, reason: string) =>
  countOf(harness, 'azulejo_mqtt_closed_total', `"${reason}"`);
const account = (limits: Partial<typeof defaultLimits.account>) => ({
  account: { ...defaultLimits.account, ...limits },
});

/** A receiver that never reads. */
class Frozen extends Duplex {
  constructor(...packets: Buffer[]) {
    super();
    for (const packet of packets) this.push(packet);
  }

  override _read() {}
  override _write() {}
}

describe('session limits of an MQTT account', () => {
  it('closes the newest connection beyond the maximum and leaves older and other sessions open', async () => {
    const endedBeforeSession: unknown[] = [];
    await using harness = await startHarness({
      limits: account({ sessions: 2 }),
      rules: {
        endedBeforeSession: (_address, { reason }, principal) => endedBeforeSession.push([reason, principal]),
      },
    });
    using first = await harness.connect({ id: 'first' });
    using second = await harness.connect({ id: 'second' });
    using third = await openRaw(harness.port);
    third.send(connect({ id: 'third' }));
    assert.deepEqual(await third.closed, Buffer.alloc(0), 'no CONNACK: known clients come back later');
    assert.deepEqual(endedBeforeSession, [['account_limit', 'anna']]);
    assert.equal(await closed(harness, 'account_limit'), 1);
    using other = await harness.connect({ id: 'other', ...bert });
    for (const client of [first, second, other]) {
      client.send(PINGREQ);
      assert.deepEqual(await client.takePacket(), PINGRESP);
    }
    using _again = await harness.connect({ id: 'second' });
    await second.closed;
    first.socket.destroy();
    await until(() => [...harness.broker.sessionsOf('user:anna')].length === 1);
    using _fourth = await harness.connect({ id: 'fourth' });
  });

  it('applies one message rate to all sessions of an account and leaves other accounts theirs', async () => {
    await using harness = await startHarness({ limits: account({ burst: 20 }), now: () => 0 });
    const greedy = await Promise.all(ids(4).map((id) => harness.connect({ id: String(id) })));
    using other = await harness.connect({ id: 'other', ...bert });
    for (const client of greedy) client.send(...ids(20).map((id) => publish('t', { qos: 1, id })));
    const ofAnna = () => harness.published.filter(({ key }) => key === 'user:anna').length;
    await until(() => ofAnna() >= 20);
    other.send(...ids(20).map((id) => publish('t', { qos: 1, id })));
    for (const id of ids(20)) assert.deepEqual(await other.takePacket(), puback(id));
    assert.equal(ofAnna(), 20);
    for (const client of greedy) client.socket.destroy();
  });

  it('keeps the used-up message rate when the account reconnects', async () => {
    await using harness = await startHarness({
      limits: { ...account({ burst: 20 }), sweepMs: 2 },
      now: () => 0,
    });
    using first = await harness.connect();
    first.send(...ids(20).map((id) => publish('t', { qos: 1, id })));
    for (const id of ids(20)) assert.deepEqual(await first.takePacket(), puback(id));
    first.socket.destroy();
    await until(() => [...harness.broker.sessions()].length === 0);
    using second = await harness.connect();
    second.send(publish('t', { qos: 1 }));
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.equal(harness.published.length, 20);
  });

  it("closes sessions that read nothing when the account's queue memory is full", async () => {
    await using harness = await startHarness({ limits: account({ queuedBytes: 600 * KB }), now: () => 0 });
    const frozen = ids(4).map((id) => {
      const stream = new Frozen(connect({ id: `frozen ${id}` }), subscribe(1, ['#', 1]));
      harness.broker.accept(stream, 'nowhere');
      return stream;
    });
    using reader = await harness.connect({ id: 'reader' });
    reader.send(subscribe(1, ['#', 0]));
    assert.deepEqual(await reader.takePacket(), suback(1, 0));
    await until(() => [...harness.broker.sessions()].every(({ id }) => harness.broker.isSubscribed(id, 'a')));
    for (let count = 0; count < 200; count += 1) {
      harness.broker.deliver('user:anna', 'a', Buffer.alloc(2 * KB));
      await reader.takePacket();
    }
    assert.ok(frozen.some((stream) => stream.destroyed));
    assert.equal(await closed(harness, 'slow'), frozen.filter((stream) => stream.destroyed).length);
    reader.send(PINGREQ);
    assert.deepEqual(await reader.takePacket(), PINGRESP);
  });
});

describe('throttling of PINGREQ packets', () => {
  it('reads PINGREQ packets no faster than the message rate allows', async () => {
    await using harness = await startHarness({ limits: { burst: 2 }, now: () => 0 });
    using client = await harness.connect({ keepAlive: 0 });
    client.send(...ids(100).map(() => PINGREQ));
    await client.take(20 * PINGRESP.length);
    using other = await harness.connect({ id: 'other' });
    other.send(PINGREQ);
    await other.takePacket();
    client.socket.destroy();
    const rest = await client.closed;
    assert.ok(rest.length <= PINGRESP.length, `${rest.length / PINGRESP.length} more were answered`);
  });
});

describe("the platform's session limits", () => {
  it('allows a manager more sessions than a user and counts refused ones in the metrics', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-accounts-'));
    const environment = { MQTT_SESSIONS_PER_USER: '1', MQTT_SESSIONS_PER_CLIENT: '2' };
    try {
      await using platform = await startPlatform({ place: { dataDir }, environment });
      const person = await newMember({ platform, application: await newApplication(platform) });
      const client = await newApplication(platform, { type: 'manager' });
      const manager = await asMember(platform, client, 'managers');
      await using opened = new AsyncDisposableStack();
      for (const member of [person, manager, manager]) opened.use(await connectMqtt(platform, member));
      for (const member of [person, manager]) assert.equal(await connackOf(platform, member), 'closed');
      const metrics = await (await platform.request('/metrics')).text();
      assert.match(metrics, /azulejo_mqtt_closed_total{reason="account_limit"} 2\b/);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
