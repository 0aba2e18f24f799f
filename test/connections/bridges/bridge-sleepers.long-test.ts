import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridgedHome } from './bridge-home.ts';
import { SLEEPY_THERMOSTAT } from './simulated-devices.ts';
import { lacksZigbee2Mqtt } from './zigbee2mqtt.ts';

const skip = lacksZigbee2Mqtt();
const { ieeeAddr } = SLEEPY_THERMOSTAT;
const SET = `zigbee2mqtt/${ieeeAddr}/set`;

async function setUp(stage: Stage) {
  if (skip) return undefined;
  const home = await setUpBridgedHome(stage, { devices: [SLEEPY_THERMOSTAT] });
  const { id: channel } = await home.add(ieeeAddr);
  const { zigbee } = home;
  return {
    ...home,
    address: { channel, component: 'thermostat', property: 'occupied-heating-setpoint' },
    /** The radio reaches no device, and Zigbee2MQTT queues what it sends. */
    sleep: () => zigbee.now.radio({ do: 'offline', ieeeAddr }),
    /** It says something, and takes what was queued. */
    wake: async (temperature: number) => {
      await zigbee.now.radio({ do: 'online', ieeeAddr });
      const attributes = { localTemp: temperature * 100 };
      await zigbee.now.radio({ do: 'report', ieeeAddr, cluster: 'hvacThermostat', attributes });
    },
  };
}

onSqlite('the bridge to Zigbee2MQTT with a device that sleeps', setUp, (scene) => {
  const house = () => {
    const set = scene();
    assert.ok(set);
    return set;
  };

  it('carries out a write when the device wakes up', { skip }, async () => {
    const { address, live, seen, sleep, wake } = house();
    await sleep();
    const written = live.write(address, 22, { timeoutMs: 30_000 });
    await seen.message(SET);
    await wake(19);
    assert.equal((await written).data, 22);
  });

  it('reports the value of a write whose request has timed out', { skip }, async () => {
    const { address, live, seen, sleep, wake, until } = house();
    await sleep();
    seen.forget();
    await assert.rejects(live.write(address, 17, { timeoutMs: 1 }), { name: 'TimedOut' });
    await seen.message(SET);
    await wake(20);
    await until(address.channel, address.property, (data) => data === 17);
    // It can be written again.
    assert.equal((await live.write(address, 18)).data, 18);
  });
});
