import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { connectMqtt } from '../../support/mqtt.ts';
import { startOther } from '../../support/other-server.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';
import { listen, liveScene, newLamp, newMember, propertyOf, sendMessage, topicOf } from './live-scene.ts';

/** Starts a server, and others on its database as a test needs them. */
async function setUp(stage: Stage) {
  const scene = await liveScene(stage);
  return {
    ...scene,
    startOther: () => startOther(stage, { clock: scene.platform.clock }),
  };
}

const until = async (condition: () => boolean | Promise<boolean>) => {
  while (!(await condition())) await setTimeout(10);
};

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
