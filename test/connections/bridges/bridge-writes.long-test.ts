import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridgedHome } from './bridge-home.ts';
import { BLIND, COLOR_LAMP, LAMP, LOCK, THERMOSTAT } from './simulated-devices.ts';
import { lacksZigbee2Mqtt } from './zigbee2mqtt.ts';

const skip = lacksZigbee2Mqtt();
const DEVICES = [LAMP, COLOR_LAMP, BLIND, LOCK, THERMOSTAT];
const WRITES = 200;
const MIN_DONE = 0.99;

async function setUp(stage: Stage) {
  if (skip) return undefined;
  const home = await setUpBridgedHome(stage, { devices: DEVICES });
  const added: string[] = [];
  for (const { ieeeAddr } of DEVICES) added.push((await home.add(ieeeAddr)).id);
  const [lamp, color, blind, lock, thermostat] = added;
  /** What is written, each with a value that differs from the one before. */
  const kinds: readonly [
    channel: string | undefined,
    component: string,
    property: string,
    of: (turn: number) => unknown,
  ][] = [
    [lamp, 'light-bulb', 'status', (turn) => turn % 2 === 0],
    [lamp, 'light-bulb', 'brightness', (turn) => 10 + ((turn * 7) % 90)],
    [lamp, 'light-bulb', 'color-temperature', (turn) => 250 + ((turn * 13) % 200)],
    [color, 'light-bulb', 'color', (turn) => ({ h: (turn * 47) % 360, s: 40 + ((turn * 11) % 60), v: 100 })],
    [blind, 'cover', 'position', (turn) => (turn * 9) % 101],
    [lock, 'lock', 'locked', (turn) => turn % 2 === 0],
    [thermostat, 'thermostat', 'occupied-heating-setpoint', (turn) => 15 + (turn % 12)],
  ];
  return { ...home, kinds };
}

onSqlite('writes through the bridge to Zigbee2MQTT', setUp, (scene) => {
  it('carries out 200 writes of seven kinds, all but one in a hundred', { skip }, async () => {
    const home = scene();
    assert.ok(home);
    const failed: string[] = [];
    for (let number = 0; number < WRITES; number += 1) {
      const [channel = '', component, property, of] = home.kinds[number % home.kinds.length] ?? assert.fail();
      const data = of(Math.floor(number / home.kinds.length));
      const address = { channel, component, property };
      await home.live.write(address, data, { timeoutMs: 30_000 }).catch((error: unknown) => {
        failed.push(`${property} ${JSON.stringify(data)}: ${error}`);
      });
    }
    assert.ok(failed.length <= WRITES * (1 - MIN_DONE), failed.join('\n'));
  });
});
