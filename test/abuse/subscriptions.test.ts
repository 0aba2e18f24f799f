import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  liveScene,
  newLamp,
  newMember,
  propertyOf,
  sendMessage,
  topicOf,
} from '../connections/mqtt/live-scene.ts';
import { connectMqtt } from '../support/mqtt.ts';
import { onEachEngine } from '../support/scene.ts';
import { assertUnharmed, waitsDuring } from './bystanders.ts';
import { insertChannels } from './many-channels.ts';

const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';

onEachEngine(
  'a packet of 95 filters in a home of 510 channels',
  liveScene,
  (scene) => {
    it('subscribes to 95 filters with their retained values without delaying others', async (context) => {
      const { platform, db } = scene();
      const hostile = await newMember(scene());
      const other = await newMember(scene());
      await insertChannels(db, { count: 510, templateId: LAMP, role: 'user', granteeId: hostile.id });
      const lamp = await newLamp(platform, hostile.id);
      await using device = await connectMqtt(platform, lamp);
      const status = propertyOf(lamp.channelId);
      await sendMessage(device, status, { io: 'iw', data: true });
      const ask = async () => {
        const response = await platform.request('/v3/users/me', { token: other.token });
        assert.equal(response.status, 200, await response.text());
      };
      const baseline = await waitsDuring(ask);

      await using session = await connectMqtt(platform, hostile);
      const root = `/v3/users/${hostile.id}/channels/+/components/light-bulb/properties`;
      const filters = Array.from({ length: 94 }, (_, index) => `${root}/none-${index}/value`);
      const codes = await session.subscribe(`${root}/status/value`, ...filters);
      assert.equal(codes.length, 95);
      assertUnharmed(context, baseline, await waitsDuring(ask));
      const shown = await session.next();
      assert.deepEqual(
        [shown.topic, shown.message.data, shown.retained],
        [topicOf(hostile, status), true, true],
      );
    });
  },
  { engines: ['sqlite'] },
);
