import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publishTopic } from '@azulejo/contract';
import { homeOf } from '../../support/arranging-scene.ts';
import { connackOf, connectMqtt, type MqttCredentials } from '../../support/mqtt.ts';
import { newApplication } from '../../support/people.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import {
  listen,
  liveScene,
  newLamp,
  newMember,
  type OwnerMember,
  propertyOf,
  refusals,
  sendMessage,
} from './live-scene.ts';

const ACCEPTED = 0;
const BAD_CREDENTIALS = 4;
const FEW = 3;

/** Returns the credentials of fixed firmware: the device's `client_id` and `client_secret`. */
const bySecret = ({ clientId, secret }: OwnerMember): MqttCredentials => ({ clientId, token: secret });

onEachEngineInFull('a device that connects with its secret', liveScene, (scene) => {
  it('reports values and receives commands without ever asking for a token', async () => {
    const { platform } = scene();
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    await using user = await listen(platform, ana);
    await using device = await listen(platform, { ...lamp, ...bySecret(lamp) });
    await sendMessage(device, propertyOf(lamp.channelId), { io: 'iw', data: true });
    assert.equal((await user.next()).message.data, true);
    await sendMessage(user, propertyOf(lamp.channelId), { io: 'w', data: false });
    assert.equal((await device.next(({ message }) => message.io === 'w')).message.data, false);
  });

  it('connects a device by its secret when every token would have expired', async () => {
    const { platform } = scene();
    const lamp = await newLamp(platform, (await newMember(scene())).id);
    await using session = await connectMqtt(platform, bySecret(lamp));
    platform.clock.advance({ days: 3 * 366 });
    await platform.server.live.endDeadSessions();
    assert.ok(session.client.connected);
    assert.equal(await connackOf(platform, lamp), BAD_CREDENTIALS, 'its token has expired');
    assert.equal(await connackOf(platform, bySecret(lamp)), ACCEPTED);
  });

  it('disconnects and refuses a device once it is disabled or removed', async () => {
    const { platform } = scene();
    const { applications, devices } = platform.server.features;
    const ana = await newMember(scene());
    const ends = [(id: string) => applications.setState(id, 'disabled'), (id: string) => devices.remove(id)];
    for (const end of ends) {
      const lamp = await newLamp(platform, ana.id);
      await using session = await connectMqtt(platform, bySecret(lamp));
      await platform.server.live.endDeadSessions();
      assert.ok(session.client.connected);
      await end(lamp.id);
      await platform.server.live.endDeadSessions();
      await session.closed;
      assert.equal(await connackOf(platform, bySecret(lamp)), BAD_CREDENTIALS);
    }
  });

  it('accepts the secret before a rotation for a day, or until an operator ends it', async () => {
    const { platform } = scene();
    const { applications, devices } = platform.server.features;
    const ana = await newMember(scene());
    const ends = [
      async () => platform.clock.advance({ days: 2 }),
      (id: string) => applications.endOverlap(id),
    ];
    for (const end of ends) {
      const lamp = await newLamp(platform, ana.id);
      await using old = await connectMqtt(platform, bySecret(lamp));
      const { secret } = await devices.rotateSecret(lamp.id);
      await using renewed = await connectMqtt(platform, bySecret({ ...lamp, secret }));
      await platform.server.live.endDeadSessions();
      assert.ok(old.client.connected);
      await end(lamp.id);
      await platform.server.live.endDeadSessions();
      await old.closed;
      assert.ok(renewed.client.connected);
      assert.equal(await connackOf(platform, bySecret(lamp)), BAD_CREDENTIALS);
    }
  });

  it('disconnects a device when its last user removes it, and accepts it again', async () => {
    const { platform } = scene();
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    await using kept = await connectMqtt(platform, bySecret(await newLamp(platform, ana.id)));
    await using session = await connectMqtt(platform, bySecret(lamp), {
      will: {
        topic: publishTopic(propertyOf(lamp.channelId, 'access')),
        payload: Buffer.from('{"io":"iw","data":"disconnected"}'),
        qos: 1,
        retain: false,
      },
    });
    const home = homeOf(platform, ana.person);
    for (const { id, channel } of await home.tiles())
      if (channel === lamp.channelId) await readJson(await home.send('DELETE', `tiles/${id}`));
    await session.closed;
    assert.ok(kept.client.connected);
    assert.equal(await connackOf(platform, bySecret(lamp)), ACCEPTED);
  });

  it('accepts secrets of devices only', async () => {
    const { platform } = scene();
    const manager = await newApplication(platform, { type: 'manager' });
    for (const { clientId, secret } of [manager, await newApplication(platform)])
      assert.equal(await connackOf(platform, { clientId, token: secret }), BAD_CREDENTIALS);
  });
});

onEachEngineInFull(
  'a wrong secret over MQTT',
  (stage) => liveScene(stage, { environment: { RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: String(FEW) } }),
  (scene) => {
    it('refuses a wrong secret, counts it against the address and audits it; the right one is still accepted', async () => {
      const { platform, db } = scene();
      const ana = await newMember(scene());
      const [lamp, other] = [await newLamp(platform, ana.id), await newLamp(platform, ana.id)];
      const answers = [];
      for (let count = 0; count < FEW + 1; count += 1)
        answers.push(await connackOf(platform, { clientId: lamp.clientId, token: other.secret }));
      assert.deepEqual(answers, [...Array(FEW).fill(BAD_CREDENTIALS), 'closed']);
      assert.equal(await connackOf(platform, bySecret(lamp)), ACCEPTED);
      const rows = await refusals(platform, db, 'refused.mqtt.connect');
      assert.deepEqual(
        [rows.map(({ actor }) => actor), rows.reduce((sum, { count }) => sum + count, 0)],
        [[lamp.id], FEW + 1],
      );
      assert.ok(!JSON.stringify(rows).includes(other.secret));
      const metrics = await (await platform.request('/metrics')).text();
      assert.match(metrics, /azulejo_sign_ins_total\{flow="client_credentials",result="refused"\} 4\b/);
    });
  },
);

onEachEngineInFull('a device with a single connection', liveScene, (scene) => {
  it('disconnects a device when it connects again, with its secret or a token', async () => {
    const { platform } = scene();
    const { devices, applications } = platform.server.features;
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    await devices.update(lamp.id, { hasSingleConnection: true });
    await using first = await connectMqtt(platform, bySecret(lamp), { clientId: 'first' });
    await using second = await connectMqtt(platform, lamp, { clientId: 'second' });
    await first.closed;
    await using third = await connectMqtt(platform, bySecret(lamp), { clientId: 'third' });
    await second.closed;
    assert.ok(third.client.connected);
    assert.equal((await applications.findById(lamp.id))?.state, 'enabled');
  });

  it('allows several connections of a device unless it asks for one', async () => {
    const { platform } = scene();
    const lamp = await newLamp(platform, (await newMember(scene())).id);
    await using first = await connectMqtt(platform, bySecret(lamp));
    await using second = await connectMqtt(platform, bySecret(lamp));
    assert.ok(first.client.connected && second.client.connected);
  });
});
