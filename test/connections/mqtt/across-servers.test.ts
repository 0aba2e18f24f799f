import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { it } from 'node:test';
import { publishTopic } from '@azulejo/contract';
import { sql } from 'kysely';
import { connectMqtt } from '../../support/mqtt.ts';
import { startOther } from '../../support/other-server.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';
import { until } from '../../support/until.ts';
import {
  LAMP,
  listen,
  liveScene,
  newLamp,
  newMember,
  propertyOf,
  sendMessage,
  topicOf,
} from './live-scene.ts';

/** Starts a server, and others on its database as a test needs them. */
async function setUp(stage: Stage) {
  const scene = await liveScene(stage);
  const seen = new Set<string>();
  return {
    ...scene,
    startOther: () => startOther(stage, { clock: scene.platform.clock }),
    /** Resolves when a server has stored one more of its sessions, so that later ones replace it. */
    async untilStored({ server }: TestPlatform): Promise<void> {
      const rows = scene.db.read
        .selectFrom('live_sessions')
        .select('session_id as id')
        .where('server_id', '=', server.features.serverId);
      await until(async () => {
        const [added] = (await rows.execute()).filter(({ id }) => !seen.has(id));
        if (added) seen.add(added.id);
        return added !== undefined;
      });
    },
  };
}

onEachEngine(
  'a client that connects to another server of the database',
  setUp,
  (scene) => {
    it('is told how the command ended that it sent to a server that is gone, once', async () => {
      const { platform, db } = scene();
      const other = await scene().startOther();
      const member = await newMember(scene());
      const lamp = await newLamp(platform, member.id);
      await using _device = await listen(platform, lamp);
      await using tablet = await listen(platform, member, { clientId: 'tablet' });
      const phone = await listen(other, member, { clientId: 'phone' });
      const address = propertyOf(lamp.channelId);
      const { connectedClients } = other.server.features;
      await until(async () => (await connectedClients.elsewhere([lamp.id])).has(lamp.id));
      await sendMessage(phone, address, { io: 'w', data: true });
      const rows = () =>
        db.read.selectFrom('commands').selectAll().where('channel_id', '=', lamp.channelId).execute();
      assert.deepEqual(
        (await rows()).map(({ state, requester_session }) => [state, requester_session]),
        [['open', 'phone']],
      );
      await other[Symbol.asyncDispose]();
      await using again = await listen(platform, member, { clientId: 'phone' });
      platform.clock.advance({ seconds: 7 });
      const { writePath } = platform.server.features;
      const isFailure = ({ message }: { message: { io: string } }) => message.io === 'e';
      await until(async () => {
        await writePath.settleLeft();
        return again.received.some(isFailure);
      });
      await writePath.settleLeft();
      assert.deepEqual(
        [again, tablet].map(({ received }) => received.filter(isFailure).length),
        [1, 0],
      );
      assert.deepEqual(
        (await rows()).map(({ state }) => state),
        ['unanswered'],
      );
      const logged = db.read.selectFrom('user_events').select('n').where('user_id', '=', member.id);
      assert.equal((await logged.where('type', '=', 'command').execute()).length, 1);
    });

    it('has its session at the one it connected to last, without the will of the former one', async () => {
      const { platform, untilStored } = scene();
      const other = await scene().startOther();
      const member = await newMember(scene());
      const lamp = await newLamp(platform, member.id);
      const address = propertyOf(lamp.channelId);
      await using app = await connectMqtt(platform, member, { clientId: '' });
      await app.subscribe(`/v3/users/${member.id}/channels/#`);
      const payload = JSON.stringify({ io: 'iw', data: false });
      const will = {
        topic: publishTopic(address),
        payload: Buffer.from(payload),
        qos: 1,
        retain: false,
      } as const;
      await using beside = await listen(platform, lamp, { clientId: '' });
      await using first = await listen(platform, lamp, { clientId: 'lamp', will });
      await untilStored(platform);
      await using second = await listen(other, lamp, { clientId: 'lamp' });
      await untilStored(other);
      await until(() => !first.client.connected);
      const online = JSON.stringify({ io: 'iw', data: true });
      await second.client.publishAsync(will.topic, online, { qos: 1 });
      const { message } = await app.next(({ message: { io } }) => io === 'iw');
      assert.equal(message.data, true);
      await using third = await listen(platform, lamp, { clientId: 'lamp' });
      await until(() => !second.client.connected);
      assert.deepEqual([third.client.connected, beside.client.connected], [true, true]);
    });

    it('has one session of a device that may have only one, whatever its client ids are', async () => {
      const { platform, untilStored } = scene();
      const other = await scene().startOther();
      const member = await newMember(scene());
      const device = { userId: member.id, templateId: LAMP, hasSingleConnection: true };
      const { client, secret } = await platform.server.features.devices.create(device);
      const { id } = client;
      await using first = await connectMqtt(platform, { clientId: id, token: secret }, { clientId: 'one' });
      await untilStored(platform);
      await using second = await connectMqtt(other, { clientId: id, token: secret }, { clientId: 'two' });
      await until(() => !first.client.connected);
      assert.equal(second.client.connected, true);
    });

    it('loses its earlier session also when the message about it is lost', async () => {
      const { platform, db } = scene();
      await scene().startOther();
      const member = await newMember(scene());
      await using phone = await listen(platform, member, { clientId: 'lost' });
      await using tablet = await listen(platform, member, { clientId: 'kept' });
      await scene().untilStored(platform);
      await scene().untilStored(platform);
      const id = hash('sha256', `user:${member.id}\nlost`, 'base64url');
      const mark = db.write((tx) =>
        tx.updateTable('live_sessions').set({ is_taken: 1 }).where('id', '=', id).execute(),
      );
      await mark;
      await until(async () => {
        platform.clock.advance({ seconds: 3 });
        return !phone.client.connected;
      });
      assert.equal(tablet.client.connected, true);
    });

    it('finds no session kept at the former server, when it comes back to it', async () => {
      const { platform, db, untilStored } = scene();
      const other = await scene().startOther();
      const member = await newMember(scene());
      const options = { clientId: 'kept', clean: false };
      const isPresent = async (at: TestPlatform) => {
        await using session = await connectMqtt(at, member, options);
        await untilStored(at);
        return session.isPresent;
      };
      assert.deepEqual([await isPresent(platform), await isPresent(platform)], [false, true]);
      assert.equal(await isPresent(other), false);
      const { serverId } = other.server.features;
      const rows = () => db.read.selectFrom('live_sessions').select('server_id as at').execute();
      await until(async () => (await rows()).map(({ at }) => at).join() === serverId);
      assert.equal(await isPresent(platform), false);
    });

    it('gets a command once that was requested while it was on its way there', async () => {
      const { platform } = scene();
      const other = await scene().startOther();
      const member = await newMember(scene());
      const lamp = await newLamp(platform, member.id);
      const address = propertyOf(lamp.channelId);
      const { connectedClients } = platform.server.features;
      const before = await listen(platform, lamp);
      await before[Symbol.asyncDispose]();
      await until(() => !connectedClients.has(lamp.id));
      await using phone = await listen(platform, member);
      await sendMessage(phone, address, { io: 'w', data: true });
      await using device = await listen(other, lamp);
      const isCommand = ({ message }: { message: { io: string } }) => message.io === 'w';
      const { message } = await device.next(isCommand);
      assert.deepEqual([message.data, message.on_behalf_of], [true, member.id]);
      await using beside = await listen(other, lamp);
      await sendMessage(device, address, { io: 'iw', data: true });
      const settled = await phone.next(({ message: { io } }) => io === 'iw');
      assert.equal(settled.message.on_behalf_of, member.id);
      await until(async () => (await connectedClients.elsewhere([lamp.id])).has(lamp.id));
      await sendMessage(phone, address, { io: 'w', data: false });
      for (const [session, expected] of [
        [device, [true, false]],
        [beside, [false]],
      ] as const) {
        await until(() => session.received.filter(isCommand).length >= expected.length);
        assert.deepEqual(
          session.received.filter(isCommand).map((received) => received.message.data),
          expected,
        );
      }
    });

    it('is not sent an older value after the stored one, when a message of another server is late', async () => {
      const { platform, db } = scene();
      const other = await scene().startOther();
      const member = await newMember(scene());
      const lamp = await newLamp(platform, member.id);
      const address = propertyOf(lamp.channelId, 'brightness');
      await using device = await listen(other, lamp);
      await sendMessage(device, address, { io: 'iw', data: 2 });
      const timestamp = platform.clock.now();
      await using phone = await listen(platform, member);
      await phone.next(({ message }) => message.data === 2);
      const late = { address, message: { io: 'iw', data: 1, timestamp: timestamp - 1 } };
      const batch = `1 other epoch 1 ${timestamp}\nvalue\tuser:${member.id}\t${JSON.stringify(late)}`;
      await sql`select pg_notify('azulejo_bus', ${batch})`.execute(db.read);
      const newer = { address, message: { io: 'iw', data: 3, timestamp: timestamp + 1 } };
      const next = `1 other epoch 2 ${timestamp}\nvalue\tuser:${member.id}\t${JSON.stringify(newer)}`;
      await sql`select pg_notify('azulejo_bus', ${next})`.execute(db.read);
      await phone.next(({ message }) => message.data === 3);
      // What was published before the phone subscribed may arrive after the snapshot, and then once more.
      const received = phone.received.map(({ message }) => message.data);
      assert.deepEqual([...new Set(received)], [2, 3]);
      assert.deepEqual(received, received.toSorted());
    });

    it('receives the answer to what it reads through a session elsewhere that does not listen', async () => {
      const { platform } = scene();
      const other = await scene().startOther();
      const member = await newMember(scene());
      const lamp = await newLamp(platform, member.id);
      const address = propertyOf(lamp.channelId);
      await using device = await listen(platform, lamp);
      await sendMessage(device, address, { io: 'iw', data: true });
      await using listening = await listen(platform, member, { clientId: 'listening' });
      await using reading = await connectMqtt(other, member, { clientId: 'reading' });
      await sendMessage(reading, address, { io: 'r' });
      const { topic, message } = await listening.next(({ message: { io } }) => io === 'ir');
      assert.deepEqual([topic, message.data], [topicOf(member, address), true]);
    });
  },
  { engines: ['postgres'] },
);
