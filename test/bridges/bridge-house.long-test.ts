import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite } from '../support/scene.ts';
import { setUpBridge } from './bridge-scene.ts';
import { lacksZigbee2Mqtt, newNetwork, startZigbee2Mqtt } from './zigbee2mqtt.ts';

const skip = lacksZigbee2Mqtt();
const SEED = 7;
const COUNT = 300;

onSqlite('the bridge to Zigbee2MQTT with a large house', setUpBridge, (scene) => {
  it('makes a channel for each of 300 models, and loses none after a crash', { skip }, async () => {
    const { mqttPort, startBridge, manager } = scene();
    const devices = newNetwork(SEED, COUNT);
    await using _zigbee = await startZigbee2Mqtt({ mqttPort, devices });
    const keysOf = async () => {
      const keys: string[] = [];
      for await (const { channel } of manager.channels.list()) keys.push(channel.remote_key ?? '');
      return keys.toSorted();
    };
    const expected = ['bridge', ...devices.map(({ ieeeAddr }) => ieeeAddr)].toSorted();
    const all = new RegExp(`"channels":${expected.length},"failed":0`);
    await using first = startBridge();
    // More than one line of a program may take: 300 templates are 15 requests.
    for (let waited = 0; waited < 8 && !first.lines.some((line) => all.test(line)); waited += 1)
      await first.line(all).catch(() => undefined);
    await first.line(all);
    assert.deepEqual(await keysOf(), expected);
    assert.deepEqual(
      first.lines.filter((line) => /refused"|failed"/.test(line) && !line.includes('"event":"status"')),
      [],
    );
    await first.crash();
    await using second = startBridge();
    await second.line(all);
    assert.deepEqual(await keysOf(), expected);
  });
});
