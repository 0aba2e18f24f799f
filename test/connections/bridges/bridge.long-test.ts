import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectLive, type HeldLive } from '../../support/live-scene.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridge } from './bridge-scene.ts';
import { BUTTON, LAMP, THERMOMETER } from './simulated-devices.ts';
import { lacksZigbee2Mqtt, startZigbee2Mqtt } from './zigbee2mqtt.ts';

const skip = lacksZigbee2Mqtt();
/** Sets up a house with three devices, all of them Ana's. */
async function setUp(stage: Stage) {
  const bridging = await setUpBridge(stage);
  if (skip) return undefined;
  const { mqttPort, startBridge, channel, consent, platform, asAna } = bridging;
  const settings = {
    mqttPort,
    devices: [LAMP, BUTTON, THERMOMETER],
    names: { [LAMP.ieeeAddr]: 'Kitchen/left lamp' },
  };
  const zigbee = await startZigbee2Mqtt(settings);
  const bridge = startBridge();
  stage.use(bridge);
  await bridge.line(/"event":"status".*"zigbee2mqtt":"online".*"channels":4/);
  const added = async (key: string) => {
    const found = await channel(key);
    assert.ok(found);
    await consent(found.template);
    await bridge.line(new RegExp(`"channel_granted","channel":"${found.id}"`));
    return found;
  };
  const [lamp, button, thermometer] = [
    await added(LAMP.ieeeAddr),
    await added(BUTTON.ieeeAddr),
    await added(THERMOMETER.ieeeAddr),
  ];
  const live = stage.use(await connectLive(platform, await asAna()));
  return {
    ...bridging,
    settings,
    zigbee: { now: stage.use(zigbee) },
    bridge,
    lamp,
    button,
    thermometer,
    live,
  };
}

const isFailure = ({ level, message }: { level: string; message: string }) =>
  level === 'error' && message.includes("Publish 'set'");

/** Resolves when the property has such a value, now or later. */
async function until(live: HeldLive, channel: string, property: string, fits: (data: unknown) => boolean) {
  for await (const change of live.changes({ channels: [channel], initial: true }))
    if (change.property === property && fits(change.data)) return change;
  throw new Error('The connection was closed');
}

onSqlite('the bridge to Zigbee2MQTT', setUp, (scene) => {
  const house = () => {
    const set = scene();
    assert.ok(set);
    return set;
  };

  it('names channels as Zigbee2MQTT does, also with a slash, and follows new names', { skip }, async () => {
    const { lamp, thermometer, seen, channel, bridge } = house();
    assert.equal(lamp.name, 'Kitchen/left lamp');
    assert.match(thermometer.name, /Aqara/);
    await seen.publish('zigbee2mqtt/bridge/request/device/rename', {
      from: THERMOMETER.ieeeAddr,
      to: 'Attic',
    });
    await seen.message('zigbee2mqtt/bridge/response/device/rename');
    await bridge.line(/"event":"channel_renamed".*Attic/);
    assert.deepEqual(await channel(THERMOMETER.ieeeAddr), { ...thermometer, name: 'Attic' });
  });

  it('forwards values that devices report', { skip }, async () => {
    const { zigbee, thermometer, live } = house();
    const attributes = { measuredValue: 2150 };
    const cluster = 'msTemperatureMeasurement';
    await zigbee.now.radio({ do: 'report', ieeeAddr: THERMOMETER.ieeeAddr, cluster, attributes });
    await until(live, thermometer.id, 'temperature', (data) => data === 21.5);
  });

  it('forwards every press of a button, also when it is repeated', { skip }, async () => {
    const { zigbee, button, live } = house();
    const presses = live.changes({ channels: [button.id] });
    const press = () =>
      zigbee.now.radio({ do: 'press', ieeeAddr: BUTTON.ieeeAddr, cluster: 'genOnOff', command: 'on' });
    await press();
    let count = 0;
    for await (const { property, data } of presses) {
      if (property !== 'action' || data !== 'on') continue;
      count += 1;
      if (count === 2) break;
      await press();
    }
    assert.equal(count, 2);
  });

  it('carries out writes to devices of Zigbee2MQTT', { skip }, async () => {
    const { lamp, live } = house();
    const address = { channel: lamp.id, component: 'light-bulb', property: 'status' };
    assert.equal((await live.write(address, true)).data, true);
    const brightness = await live.write({ ...address, property: 'brightness' }, 40);
    assert.ok(Math.abs(Number(brightness.data) - 40) <= 1);
  });

  it('fails a write as soon as Zigbee2MQTT reports that the device does not answer', {
    skip,
  }, async () => {
    const { zigbee, lamp, live, seen } = house();
    const address = { channel: lamp.id, component: 'light-bulb', property: 'status' };
    await zigbee.now.radio({ do: 'offline', ieeeAddr: LAMP.ieeeAddr });
    seen.forget();
    await assert.rejects(live.write(address, false), { name: 'Refused', message: /unreachable/ });
    // The refusal came while the write was open, so no deadline of the bridge or the platform was waited for.
    assert.equal(seen.count('zigbee2mqtt/Kitchen/left lamp/set'), 1);
    assert.equal(seen.count('zigbee2mqtt/bridge/logging', isFailure), 1);
    await zigbee.now.radio({ do: 'online', ieeeAddr: LAMP.ieeeAddr });
    assert.equal((await live.write(address, false)).data, false);
  });

  it('marks a device that leaves, and reuses its channel when it joins again', { skip }, async () => {
    const { zigbee, thermometer, live, seen, channel } = house();
    await zigbee.now.radio({ do: 'leave', ieeeAddr: THERMOMETER.ieeeAddr });
    await until(live, thermometer.id, 'access', (data) => data === 'disconnected');
    await seen.publish('zigbee2mqtt/bridge/request/permit_join', { time: 60 });
    await zigbee.now.radio({ do: 'join', ieeeAddr: THERMOMETER.ieeeAddr });
    await until(live, thermometer.id, 'access', (data) => data === 'ok');
    assert.equal((await channel(THERMOMETER.ieeeAddr))?.id, thermometer.id);
  });

  it('reports that nothing answers while Zigbee2MQTT is gone, and recovers with it', { skip }, async () => {
    const { zigbee, settings, lamp, live } = house();
    const { dataDir } = zigbee.now;
    await zigbee.now.kill();
    await until(live, lamp.id, 'access', (data) => data === 'api_unreachable');
    zigbee.now = await startZigbee2Mqtt({ ...settings, dataDir });
    try {
      await until(live, lamp.id, 'access', (data) => data === 'ok');
    } finally {
      await zigbee.now.kill();
    }
  });
});
