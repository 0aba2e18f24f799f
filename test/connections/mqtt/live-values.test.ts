import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errors, PlatformMessage } from '@azulejo/contract';
import { connectMqtt } from '../../support/mqtt.ts';
import { assertExact } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import {
  asMember,
  endGrant,
  type LiveScene,
  listen,
  liveScene,
  newLamp,
  newManagedLamp,
  newMember,
  propertyOf,
  sendMessage,
  topicOf,
} from './live-scene.ts';

/** Connects a user who subscribes, and a device that answers. */
async function home({ platform, application }: LiveScene) {
  const ana = await newMember({ platform, application });
  const lamp = await newLamp(platform, ana.id);
  const status = propertyOf(lamp.channelId);
  const user = await listen(platform, ana);
  const device = await listen(platform, lamp);
  return {
    ana,
    lamp,
    status,
    user,
    device,
    async [Symbol.asyncDispose]() {
      await user[Symbol.asyncDispose]();
      await device[Symbol.asyncDispose]();
    },
  };
}

onEachEngineInFull('a report by the channel’s owner', liveScene, (scene) => {
  it('delivers a report to the user and the application, each in its own tree', async () => {
    const { platform, application } = scene();
    await using there = await home(scene());
    const member = await asMember(platform, application, 'applications');
    await using app = await listen(platform, member);
    await sendMessage(there.device, there.status, {
      io: 'iw',
      data: true,
      sender: 'somebody',
      timestamp: 'then',
    });
    const received = await there.user.next();
    assert.equal(received.topic, topicOf(there.ana, there.status));
    assertExact(PlatformMessage, received.message);
    assert.deepEqual([received.message.io, received.message.data, received.retained], ['iw', true, false]);
    const atApp = await app.next(({ retained }) => !retained);
    assert.deepEqual([atApp.topic, atApp.text], [topicOf(member, there.status), received.text]);
  });

  it('sends reports as ASCII, whatever characters the value contains', async () => {
    const { platform } = scene();
    await using there = await home(scene());
    const text = 'Größe: «très» 灯 \u{1f4a1}\u2028\u0007\u007f';
    const address = propertyOf(there.lamp.channelId, 'effect-color');
    await sendMessage(there.user, address, { io: 'w', data: text });
    const requested = await there.device.next();
    assert.match(requested.text, /^[ -~]*$/);
    assert.equal(requested.message.data, text);
    assert.ok(platform.log().includes('session opened'));
    assert.ok(!platform.log().includes('très'), 'commands of people to their devices are not logged');
  });

  it('speaks of a home by the name that the session listens to, and of no other home', async () => {
    const { platform } = scene();
    await using there = await home(scene());
    await using other = await home(scene());
    await sendMessage(there.device, there.status, { io: 'iw', data: true });
    await there.user.next();
    await using session = await connectMqtt(platform, there.ana);
    const named = { ...there.ana, id: `h_${there.ana.id}` };
    const granted = await session.subscribe(
      `/v3/users/${named.id}/channels/#`,
      `/v3/users/h_${other.ana.id}/channels/#`,
      '/v3/users/h_nobody/channels/#',
    );
    assert.deepEqual(granted, [1, 0x80, 0x80]);
    const topic = topicOf(named, there.status);
    assert.equal((await session.next()).topic, topic, 'the stored value');
    await sendMessage(there.device, there.status, { io: 'iw', data: false });
    assert.deepEqual([(await session.next()).topic, session.received.length], [topic, 2]);
  });

  it('delivers no report to a user whose grant ended, despite an open subscription', async () => {
    const { platform, db } = scene();
    await using there = await home(scene());
    const other = await newLamp(platform, there.ana.id);
    await using otherDevice = await connectMqtt(platform, other);
    await sendMessage(there.device, there.status, { io: 'iw', data: true });
    await there.user.next(({ topic }) => topic === topicOf(there.ana, there.status));

    await endGrant(db, there.lamp.channelId, there.ana.id);
    await sendMessage(there.device, there.status, { io: 'iw', data: false });
    await sendMessage(otherDevice, propertyOf(other.channelId), { io: 'iw', data: true });
    await there.user.next(({ topic }) => topic === topicOf(there.ana, propertyOf(other.channelId)));
    assert.deepEqual(
      there.user.received.map(({ message }) => message.data),
      [true, true],
      'the first of the one lamp, the first of the other',
    );
  });

  it('delivers no report to other users of the application or to devices', async () => {
    await using there = await home(scene());
    await using other = await home(scene());
    await sendMessage(there.device, there.status, { io: 'iw', data: true });
    await there.user.next();
    await sendMessage(other.device, other.status, { io: 'iw', data: true });
    await other.user.next();
    assert.deepEqual([other.user.received.length, there.device.received, other.device.received], [1, [], []]);
  });
});

onEachEngineInFull('a write', liveScene, (scene) => {
  it('delivers a write with its sender and user to the device, and the answer to the user', async () => {
    await using there = await home(scene());
    await sendMessage(there.user, there.status, { io: 'w', data: true });
    const requested = await there.device.next();
    assert.equal(requested.topic, topicOf(there.lamp, there.status));
    assertExact(PlatformMessage, requested.message);
    const { io, data, sender, on_behalf_of } = requested.message;
    assert.deepEqual(
      { io, data, sender, on_behalf_of },
      { io: 'w', data: true, sender: there.ana.clientId, on_behalf_of: there.ana.id },
    );
    assert.deepEqual(there.user.received, [], 'the command is open until the device confirms it');
    await sendMessage(there.device, there.status, { io: 'iw', data: true });
    const done = await there.user.next();
    assert.deepEqual(
      [done.topic, done.message.io, done.message.data],
      [topicOf(there.ana, there.status), 'iw', true],
    );
  });

  it('delivers a write to a manager in its own tree', async () => {
    const { platform, db } = scene();
    const ana = await newMember(scene());
    const lamp = await newManagedLamp(platform, db, ana.id);
    await using user = await listen(platform, ana);
    await using manager = await listen(platform, lamp);
    const status = propertyOf(lamp.channelId);
    await sendMessage(user, status, { io: 'w', data: false });
    const requested = await manager.next();
    assert.deepEqual([requested.topic, requested.message.io], [topicOf(lamp, status), 'w']);
    assert.deepEqual([requested.message.sender, requested.message.on_behalf_of], [ana.clientId, ana.id]);
    await sendMessage(manager, status, { io: 'iw', data: false });
    assert.equal((await user.next()).message.data, false);
  });

  it('reports a refused write to the session that sent it, and to no other', async () => {
    const { platform } = scene();
    await using there = await home(scene());
    await using elsewhere = await listen(platform, there.ana);
    await sendMessage(there.user, there.status, { io: 'w', data: 'very bright' });
    const reply = await there.user.next();
    assertExact(PlatformMessage, reply.message);
    assert.deepEqual(
      [reply.topic, reply.message.io, reply.message.error?.code, reply.message.data],
      [topicOf(there.ana, there.status), 'e', errors.invalid_value.code, undefined],
    );
    assert.match(reply.message.error?.text ?? '', /data/);
    await sendMessage(there.device, there.status, { io: 'iw', data: true });
    assert.deepEqual([(await elsewhere.next()).message.io, elsewhere.received.length], ['iw', 1]);
    assert.deepEqual(there.device.received, []);
  });

  it('reports no refusal to a session without a subscription', async () => {
    const { platform } = scene();
    await using there = await home(scene());
    await using mute = await connectMqtt(platform, there.ana);
    await sendMessage(mute, there.status, { io: 'w', data: 'very bright' });
    await sendMessage(mute, there.status, { io: 'w', data: true });
    assert.equal((await there.device.next()).message.data, true);
    assert.deepEqual([mute.received, there.user.received], [[], []]);
  });
});

onEachEngineInFull('a read', liveScene, (scene) => {
  it('answers a session that listens to its home by the name of the home', async () => {
    const { platform } = scene();
    await using there = await home(scene());
    await using session = await connectMqtt(platform, there.ana);
    const named = { ...there.ana, id: `h_${there.ana.id}` };
    await session.subscribe(`/v3/users/${named.id}/channels/#`);
    await sendMessage(session, there.status, { io: 'r' });
    await there.device.next();
    await sendMessage(there.device, there.status, { io: 'ir', data: true });
    const { topic, message } = await session.next();
    assert.deepEqual([topic, message.data], [topicOf(named, there.status), true]);
  });

  it('forwards a read to the device and delivers its answer to the session that asked', async () => {
    const { platform } = scene();
    await using there = await home(scene());
    await using elsewhere = await listen(platform, there.ana);
    await sendMessage(there.user, there.status, { io: 'r' });
    const requested = await there.device.next();
    assert.deepEqual([requested.topic, requested.message.io], [topicOf(there.lamp, there.status), 'r']);
    assert.ok(
      requested.message.sender && requested.message.on_behalf_of,
      'without both a manager drops it (manager-sdk 4.1)',
    );
    await sendMessage(there.device, there.status, { io: 'ir', data: true });
    const answer = await there.user.next();
    assert.equal(answer.message.data, true);
    assert.equal(answer.topic, topicOf(there.ana, there.status));
    await sendMessage(there.device, there.status, { io: 'iw', data: false });
    await elsewhere.next(({ message }) => message.io === 'iw' && message.data === false);
  });

  it('answers a read from the stored value when the device is offline', async () => {
    await using there = await home(scene());
    await sendMessage(there.device, there.status, { io: 'iw', data: true });
    await there.user.next();
    await there.device[Symbol.asyncDispose]();
    await sendMessage(there.user, there.status, { io: 'r' });
    const { message } = await there.user.next();
    assert.deepEqual([message.io, message.data], ['ir', true]);
  });

  it('answers a read from an unsubscribed session on a subscribed one (android-app 4.6)', async () => {
    const { platform } = scene();
    await using there = await home(scene());
    await sendMessage(there.device, there.status, { io: 'iw', data: true });
    await there.user.next();
    await there.device[Symbol.asyncDispose]();
    await using second = await connectMqtt(platform, there.ana);
    await sendMessage(second, there.status, { io: 'r' });
    assert.equal((await there.user.next()).message.io, 'ir');
    assert.deepEqual(second.received, []);
  });
});

onEachEngineInFull('a new subscription', liveScene, (scene) => {
  it('sends a user and an application their last values as retained, and no others', async () => {
    const { platform, application } = scene();
    await using there = await home(scene());
    await using stranger = await home(scene());
    const brightness = propertyOf(there.lamp.channelId, 'brightness');
    await sendMessage(there.device, there.status, { io: 'iw', data: true });
    await sendMessage(there.device, brightness, { io: 'iw', data: 40 });
    await sendMessage(there.device, brightness, { io: 'iw', data: 62 });
    await sendMessage(stranger.device, stranger.status, { io: 'iw', data: true });
    await using user = await listen(platform, there.ana);
    await using app = await listen(platform, await asMember(platform, application, 'applications'));
    const own = ({ topic }: { topic: string }) => topic.includes(there.lamp.channelId);
    const first = [await user.next(), await user.next()];
    assert.deepEqual(
      first.map(({ topic, message, retained }) => [topic, message.io, message.data, retained]).sort(),
      [
        [topicOf(there.ana, brightness), 'iw', 62, true],
        [topicOf(there.ana, there.status), 'iw', true, true],
      ],
    );
    for (const { message } of first) assertExact(PlatformMessage, message);
    const shown = [await app.next(own), await app.next(own)];
    assert.deepEqual(shown.map(({ message, retained }) => [message.data, retained]).sort(), [
      [62, true],
      [true, true],
    ]);
    await sendMessage(there.device, there.status, { io: 'iw', data: false });
    assert.deepEqual((await user.next()).message.data, false, 'nothing else was shown in between');
  });

  it('sends only retained values that the filter matches and that are granted', async () => {
    const { platform, db } = scene();
    await using there = await home(scene());
    const other = await newLamp(platform, there.ana.id);
    await using otherDevice = await connectMqtt(platform, other);
    await sendMessage(otherDevice, propertyOf(other.channelId), { io: 'iw', data: true });
    await sendMessage(there.device, there.status, { io: 'iw', data: true });
    await sendMessage(there.device, propertyOf(there.lamp.channelId, 'brightness'), { io: 'iw', data: 40 });
    await using user = await connectMqtt(platform, there.ana);
    const root = `/v3/users/${there.ana.id}/channels`;
    await user.subscribe(`${root}/${there.lamp.channelId}/components/+/properties/brightness/value`);
    assert.equal((await user.next()).message.data, 40);
    await endGrant(db, other.channelId, there.ana.id);
    await user.subscribe(`${root}/${other.channelId}/#`);
    await user.subscribe(`${root}/+/components/light-bulb/properties/status/value`);
    const { topic } = await user.next();
    assert.deepEqual([topic, user.received.length], [topicOf(there.ana, there.status), 2]);
  });

  it("sends a channel's owner no retained values", async () => {
    const { platform } = scene();
    await using there = await home(scene());
    await sendMessage(there.device, there.status, { io: 'iw', data: true });
    await there.user.next();
    await using again = await listen(platform, there.lamp);
    await sendMessage(there.user, there.status, { io: 'w', data: false });
    assert.deepEqual([(await again.next()).message.io, again.received.length], ['w', 1]);
  });
});

onEachEngineInFull('a device with a persistent session (clean=false)', liveScene, (scene) => {
  it('does not deliver a write after reconnecting that was already reported as unanswered', async () => {
    const { platform, application } = scene();
    const ana = await newMember({ platform, application });
    const lamp = await newLamp(platform, ana.id);
    const status = propertyOf(lamp.channelId);
    const kept = { clean: false, clientId: 'lamp' };
    await using user = await listen(platform, ana);
    const before = await connectMqtt(platform, lamp, kept);
    await before.subscribe(`/v3/devices/${lamp.id}/channels/#`);
    await before[Symbol.asyncDispose]();
    // The device has only just disconnected, so it may be about to come back.
    await sendMessage(user, status, { io: 'w', data: true });
    await sendMessage(user, propertyOf(lamp.channelId, 'brightness'), { io: 'r' });
    platform.clock.advance({ seconds: 6 });
    await platform.server.features.writePath.settleOverdue();
    assert.equal((await user.next()).message.error?.code, errors.unanswered.code);
    await using after = await connectMqtt(platform, lamp, kept);
    await after.subscribe(`/v3/devices/${lamp.id}/channels/#`);
    await sendMessage(user, status, { io: 'w', data: false });
    const received = await after.next();
    assert.deepEqual([received.message.io, received.message.data, after.received.length], ['w', false, 1]);
  });
});
