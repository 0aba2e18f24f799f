import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setUpHistory } from '../support/history-scene.ts';
import { clientOf } from '../support/panel-scene.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { seriesOf } from './long-history.ts';

const AT = 'left/measure';

onEachEngineInFull('the series of a channel that was removed', setUpHistory, (scene) => {
  it('never reuses the number of a series: a new channel shows no points of an old one', async () => {
    const { platform, db, ana, newDevice, sendMessage, read } = scene();
    const { devices, history, removal } = platform.server.features;
    const old = await newDevice();
    for (const data of [1, 2]) await sendMessage(clientOf(old.id), old.channelId, AT, { io: 'iw', data });
    const [former = 0] = await seriesOf(db, old.channelId);
    const late = history.append([{ series: former, time: platform.clock.now(), data: 99 }]);
    await devices.remove(old.id);
    await removal.sweep();
    assert.deepEqual(await seriesOf(db, old.channelId), []);

    const device = await newDevice();
    await sendMessage(clientOf(device.id), device.channelId, AT, { io: 'iw', data: 7 });
    const [number = 0] = await seriesOf(db, device.channelId);
    assert.ok(number > former, `${number} after ${former}`);
    await assert.rejects(db.unit(late), 'no series has this number');
    const points = await read(ana.token, device.channelId, AT);
    assert.deepEqual(
      points.map(({ value }) => value),
      [7],
    );
  });
});
