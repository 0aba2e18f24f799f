import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ScenePlay } from '@azulejo/contract';
import {
  listen,
  liveScene,
  newLamp,
  newMember,
  propertyOf,
  sendMessage,
} from '../connections/mqtt/live-scene.ts';
import { assertExact, readJson } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

onEachEngineInFull('a scene over MQTT', liveScene, (scene) => {
  it('sends the settings of a scene as ordinary writes, and reports what the device answers', async () => {
    const { platform, application } = scene();
    const ana = await newMember({ platform, application });
    const lamp = await newLamp(platform, ana.id);
    await using device = await listen(platform, lamp);
    const [status, brightness] = [propertyOf(lamp.channelId), propertyOf(lamp.channelId, 'brightness')];
    const settings = [
      { channel: lamp.channelId, component: status.componentId, property: 'status', data: true },
      { channel: lamp.channelId, component: status.componentId, property: 'brightness', data: 20 },
    ];
    const path = '/v3/users/me/scenes';
    const token = ana.token;
    const created = await postJson(platform, path, { label: 'Movie night', settings }, { token });
    assert.equal(created.status, 201);
    const { id } = (await created.json()) as { id: string };

    const playing = postJson(platform, `${path}/${id}/play?wait=30`, {}, { token });
    const written: unknown[] = [];
    for (const _ of settings) {
      const { message } = await device.next();
      written.push([message.io, message.data, message['on_behalf_of']]);
    }
    assert.deepEqual(written, [
      ['w', true, ana.id],
      ['w', 20, ana.id],
    ]);
    await sendMessage(device, status, { io: 'iw', data: true });
    await sendMessage(device, brightness, { io: 'iw', data: 20 });
    const played = await readJson<ScenePlay>(await playing);
    assertExact(ScenePlay, played);
    assert.deepEqual(
      [played.result, played.outcomes.map(({ property, state }) => [property, state])],
      [
        'done',
        [
          ['status', 'done'],
          ['brightness', 'done'],
        ],
      ],
    );
  });
});
