import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { describe, it } from 'node:test';
import { defaultLimits } from '@azulejo/broker';
import { sql } from 'kysely';
import { newLamp, newMember, propertyOf, sendMessage } from '../connections/mqtt/live-scene.ts';
import { openRaw } from '../connections/mqtt/protocol-client.ts';
import {
  countOf,
  type Harness,
  type HarnessOptions,
  startHarness,
} from '../connections/mqtt/protocol-harness.ts';
import { connack, connect, PINGREQ, PINGRESP, text } from '../connections/mqtt/protocol-wire.ts';
import { connackOf, connectMqtt } from '../support/mqtt.ts';
import { newApplication } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import { onSqlite } from '../support/scene.ts';

/** How many connections an account or a network may open beyond its maximum of concurrent ones. */
const MORE_CONNECTS = 60;
const SESSIONS = 10;
/** Two homes with so many phones subscribe to more than the 200 reads that the storage queues. */
const PHONES_PER_HOME = 130;
/** Rows that a read takes a second or more to count. */
const MANY = 8_000_000;
const ACCOUNT_CONNECTS = SESSIONS + MORE_CONNECTS;
/** Two networks of this machine, to which all of 127.0.0.0/8 belongs. */
const HOME = '127.7.0.1';
const HOSTILE = '127.66.0.1';

const user = (name: string) => ({ id: name, rest: [text(name), text('right')] });

/** Starts a broker whose clock advances only when the test advances it. */
async function frozenClockHarness(limits: HarnessOptions['limits'] = {}) {
  let now = 0;
  const account = { ...defaultLimits.account, sessions: SESSIONS };
  const harness = await startHarness({ limits: { account, sweepMs: 2, ...limits }, now: () => now });
  return {
    harness,
    advance: (ms: number) => {
      now += ms;
    },
    [Symbol.asyncDispose]: () => harness[Symbol.asyncDispose](),
  };
}

/** Connects, and disconnects once there is an answer. Returns whether the connection was accepted. */
async function flap({ port }: Harness, name: string, localAddress: string): Promise<boolean> {
  const socket = connectTcp({ host: '127.0.0.1', port, localAddress });
  socket.on('error', () => {});
  socket.write(connect(user(name)));
  const answered = once(socket, 'data').then(([answer]: Buffer[]) => answer);
  const answer = await Promise.race([answered, once(socket, 'close').then(() => undefined)]);
  socket.destroy();
  if (answer) assert.deepEqual(answer, connack(0));
  return answer !== undefined;
}

/** Returns how many of `count` connections, one after another, were accepted. */
async function flapRepeatedly(
  harness: Harness,
  count: number,
  name: (index: number) => string,
  from: string,
) {
  let accepted = 0;
  for (let index = 0; index < count; index += 1) if (await flap(harness, name(index), from)) accepted += 1;
  return accepted;
}

const closed = (harness: Harness) => countOf(harness, 'azulejo_mqtt_closed_total', '"reconnects"');

describe('the reconnect limit of an MQTT account', () => {
  it('throttles the account and not others of its network', async () => {
    await using served = await frozenClockHarness();
    const { harness } = served;
    using bystander = await harness.connect({ ...user('bystander'), keepAlive: 0 });
    const tries = 2 * ACCOUNT_CONNECTS;
    assert.equal(await flapRepeatedly(harness, tries, () => 'flapping', HOSTILE), ACCOUNT_CONNECTS);
    assert.equal(await closed(harness), tries - ACCOUNT_CONNECTS);
    assert.equal(await flap(harness, 'neighbour', HOSTILE), true);
    bystander.send(PINGREQ);
    assert.deepEqual(await bystander.takePacket(), PINGRESP);

    served.advance(defaultLimits.reconnectMs / 2);
    const half = ACCOUNT_CONNECTS / 2;
    assert.equal(await flapRepeatedly(harness, tries, () => 'flapping', HOSTILE), half);
  });

  it('still throttles an account that has no session left', async () => {
    await using served = await frozenClockHarness();
    const { harness } = served;
    await flapRepeatedly(harness, ACCOUNT_CONNECTS, () => 'flapping', HOSTILE);
    for (let sweeps = 0; sweeps < 3; sweeps += 1)
      assert.equal(await flap(harness, 'flapping', HOSTILE), false);
  });

  it("delays closing, so that an account does not exhaust its network's connections", async () => {
    await using served = await frozenClockHarness({ troubleMs: 3_600_000 });
    const { harness } = served;
    await flapRepeatedly(harness, ACCOUNT_CONNECTS, () => 'flapping', HOSTILE);
    using held = await openRaw(harness.port);
    held.send(connect(user('flapping')));
    using other = await harness.connect({ ...user('other'), keepAlive: 0 });
    other.send(PINGREQ);
    await other.takePacket();
    assert.equal(held.socket.closed, false);
    served.advance(3_600_000);
    assert.deepEqual(await held.closed, Buffer.alloc(0), 'no CONNACK: known clients come back later');
  });
});

describe('the reconnect limit of a network', () => {
  it('throttles the network across its accounts and not other networks', async () => {
    const CONNECTIONS = 20;
    const budget = CONNECTIONS + MORE_CONNECTS;
    await using served = await frozenClockHarness({ networkConnections: CONNECTIONS });
    const { harness } = served;
    assert.equal(await flapRepeatedly(harness, 2 * budget, (index) => `account ${index}`, HOSTILE), budget);
    assert.equal(await closed(harness), budget);
    assert.equal(await flap(harness, 'account 0', HOME), true);
    served.advance(defaultLimits.reconnectMs);
    assert.equal(await flapRepeatedly(harness, 2 * budget, (index) => `account ${index}`, HOSTILE), budget);
  });
});

describe("the reconnect limit after a home's network outage", () => {
  it('lets all devices of the home reconnect after several outages in a row', async () => {
    await using served = await startHarness({ now: () => 0 });
    const devices = Array.from({ length: 150 }, (_, index) => `device ${index}`);
    for (let outage = 0; outage < 10; outage += 1) {
      const accepted = await Promise.all(devices.map((name) => flap(served, name, HOME)));
      assert.ok(accepted.every(Boolean), `outage ${outage}`);
    }
  });
});

onSqlite(
  'a platform of which one phone connects again and again',
  async ({ start }) => {
    const platform: TestPlatform = await start({ environment: { MQTT_SESSIONS_PER_USER: '1' } });
    const application = await newApplication(platform);
    const [flapping, bystander] = [
      await newMember({ platform, application }),
      await newMember({ platform, application }),
    ];
    return { platform, flapping, bystander };
  },
  (scene) => {
    it('throttles the phone in the end and still serves others', async () => {
      const { platform, flapping, bystander } = scene();
      await using session = await connectMqtt(platform, bystander);
      let accepted = 0;
      while ((await connackOf(platform, flapping)) === 0) {
        accepted += 1;
        assert.ok(accepted < 20 * MORE_CONNECTS, 'it is never throttled');
      }
      assert.ok(accepted > MORE_CONNECTS, `throttled after ${accepted}`);
      assert.deepEqual(await session.subscribe(`/v3/users/${bystander.id}/channels/#`), [1]);
      const metrics = await (await platform.request('/metrics')).text();
      assert.match(metrics, /azulejo_mqtt_closed_total{reason="reconnects"} 1\b/);
    });
  },
);

onSqlite(
  'a platform at which hundreds of phones subscribe at once',
  async ({ start }) => {
    const platform: TestPlatform = await start();
    const application = await newApplication(platform);
    const members = [await newMember({ platform, application }), await newMember({ platform, application })];
    return { platform, members };
  },
  (scene) => {
    it('sends all of them their stored values, one after another', async () => {
      const { platform, members } = scene();
      await using opened = new AsyncDisposableStack();
      const phones = [];
      for (const member of members) {
        const lamp = await newLamp(platform, member.id);
        await using device = await connectMqtt(platform, lamp);
        await sendMessage(device, propertyOf(lamp.channelId), { io: 'iw', data: true });
        for (let count = 0; count < PHONES_PER_HOME; count += 1)
          phones.push({ member, session: opened.use(await connectMqtt(platform, member)) });
      }
      // Both threads for long reads are busy, so that all that follows waits. On a slow machine they are ended.
      const busy = Promise.allSettled(
        [1, 2].map(() =>
          sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
              select count(*) from numbers`.execute(platform.server.db.scan),
        ),
      );
      await Promise.all(
        phones.map(({ member: { id }, session }) => session.subscribe(`/v3/users/${id}/channels/#`)),
      );
      const shown = await Promise.all(phones.map(({ session }) => session.next()));
      assert.ok(shown.every(({ retained }) => retained));
      assert.doesNotMatch(platform.log(), /stored values could not be shown/);
      await busy;
    });
  },
);
