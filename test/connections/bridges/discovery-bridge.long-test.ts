import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectLive, type HeldLive } from '../../support/live-scene.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { announce, announcementIn, announceStates, withdraw } from './announcers.ts';
import { setUpBridgeOf } from './bridge-scene.ts';
import { lacksMosquitto } from './zigbee2mqtt.ts';

const skip = lacksMosquitto();

const LAMP = 'a8032af1c4d2';
const SENSOR = 'A4C138C38EE5';
const DIMMER = 'zwavejs2mqtt_0xe1a4c2b7_node5';
const PUMP = 'A4CF12F3E7B0';
const COMMAND = 'desk-lamp/light/ring/command';
const STATE = 'desk-lamp/light/ring/state';
/** Much less than the bridge waits for an answer of the device. */
const REFUSAL_MS = 10_000;

/** Sets up a house in which five programs announce eight devices, four of which are Ana's. */
async function setUp(stage: Stage) {
  if (skip) return undefined;
  const bridging = await setUpBridgeOf('mqtt-discovery', stage);
  const { startBridge, channel, consent, platform, asAna, seen } = bridging;
  for (const program of ['esphome', 'openmqttgateway', 'valetudo', 'zwave-js-ui', 'tasmota'] as const) {
    await announce(seen, program);
    await announceStates(seen, program);
  }
  const bridge = stage.use(startBridge());
  await bridge.line(/"event":"status".*"devices":8,"channels":8,"failed":0/);
  const added = async (key: string) => {
    const found = await channel(key);
    assert.ok(found);
    await consent(found.template);
    await bridge.line(new RegExp(`"channel_granted","channel":"${found.id}"`));
    return found;
  };
  const [lamp, sensor] = [await added(LAMP), await added(SENSOR)];
  const [dimmer, pump] = [await added(DIMMER), await added(PUMP)];
  const live = stage.use(await connectLive(platform, await asAna()));
  return { ...bridging, bridge, added, lamp, sensor, dimmer, pump, live };
}

/** Resolves when the property has such a value, now or later. */
async function until(live: HeldLive, channel: string, property: string, fits: (data: unknown) => boolean) {
  for await (const change of live.changes({ channels: [channel], initial: true }))
    if (change.property === property && fits(change.data)) return change;
  throw new Error('The connection was closed');
}

onSqlite('the bridge to devices that announce themselves over MQTT', setUp, (scene) => {
  const house = () => {
    const set = scene();
    assert.ok(set);
    return set;
  };

  it('forwards the values of each program’s devices', { skip }, async () => {
    const { bridge, lamp, sensor, dimmer, pump, live } = house();
    await until(live, lamp.id, 'brightness', (data) => data === 50);
    await until(live, lamp.id, 'temperature', (data) => data === 21.4);
    await until(live, sensor.id, 'humidity', (data) => data === 50);
    await until(live, dimmer.id, 'active-power', (data) => data === 12.4);
    await until(live, pump.id, 'active-power', (data) => data === 31);
    await until(live, pump.id, 'access', (data) => data === 'ok');
    assert.deepEqual(
      bridge.lines.filter((line) => /"event":"(report_refused|not_mapped","about":"channel)"/.test(line)),
      [],
    );
  });

  it('asks Tasmota for values that it does not retain, and devices of Home Assistant to announce themselves', {
    skip,
  }, async () => {
    const { seen } = house();
    await seen.message('cmnd/tasmota_F3E7B0/STATE');
    await seen.message('homeassistant/status', (body) => body === 'online');
  });

  it('carries out a write, and answers with the value that the device set', { skip }, async () => {
    const { lamp, live, seen } = house();
    const address = { channel: lamp.id, component: 'light-bulb', property: 'status' };
    const written = live.write(address, false);
    await seen.message(COMMAND, ({ state }: { state: string }) => state === 'OFF');
    await seen.publish(STATE, { state: 'OFF' }, true);
    assert.equal((await written).data, false);
    const dimmed = live.write({ ...address, property: 'brightness' }, 80);
    await seen.message(COMMAND, ({ brightness }: { brightness?: number }) => brightness === 204);
    await seen.publish(STATE, { state: 'ON', brightness: 204 }, true);
    assert.equal((await dimmed).data, 80);
  });

  it('refuses writes to an absent device without waiting for it', { skip }, async () => {
    const { lamp, live, seen } = house();
    await seen.publish('desk-lamp/status', 'offline', true);
    await until(live, lamp.id, 'access', (data) => data === 'unreachable');
    const address = { channel: lamp.id, component: 'light-bulb', property: 'status' };
    await assert.rejects(live.write(address, true, { timeoutMs: REFUSAL_MS }), { name: 'Refused' });
    await seen.publish('desk-lamp/status', 'online', true);
    await until(live, lamp.id, 'access', (data) => data === 'ok');
  });

  it('renames channels when devices get new names', { skip }, async () => {
    const { seen, bridge, channel, lamp, live } = house();
    const { dev: before } = announcementIn('esphome', 'homeassistant/light/desk-lamp/ring/config');
    const dev = { ...(before as Record<string, unknown>), name: 'Reading lamp', sa: 'Study' };
    for (const [part, object] of [
      ['binary_sensor', 'motion'],
      ['button', 'restart'],
      ['infrared', 'blaster'],
      ['light', 'ring'],
      ['sensor', 'temperature'],
    ]) {
      const each = `homeassistant/${part}/desk-lamp/${object}/config`;
      await seen.publish(each, { ...announcementIn('esphome', each), dev }, true);
    }
    await bridge.line(/"event":"channel_renamed".*Study\/Reading lamp/);
    assert.deepEqual(await channel(LAMP), { ...lamp, name: 'Study/Reading lamp' });
    // The values of its topics are kept although its name has changed.
    const address = { channel: lamp.id, component: 'light-bulb', property: 'effect' };
    const written = live.write(address, 'Rainbow');
    await seen.message(COMMAND, ({ effect }: { effect?: string }) => effect === 'Rainbow');
    await seen.publish(STATE, { state: 'ON', effect: 'Rainbow' }, true);
    assert.equal((await written).data, 'Rainbow');
  });

  it('gives a device another template when it announces more or less, and keeps the rest', {
    skip,
  }, async () => {
    const { seen, bridge, sensor, channel, live, asAna } = house();
    const topicOf = (what: string) => `homeassistant/sensor/${SENSOR}-${what}/config`;
    const changed = new RegExp(`"channel_template_changed","device":"${SENSOR}","channel":"${sensor.id}"`);
    const humidity = announcementIn('openmqttgateway', topicOf('hum'));
    await seen.publish(topicOf('hum'), '', true);
    const members = { dev_cla: 'voltage', unit_of_meas: 'V', val_tpl: '{{ value_json.volt }}' };
    const name = 'LYWSD03MMC-volt';
    await seen.publish(topicOf('volt'), { ...humidity, ...members, name, uniq_id: name }, true);
    await bridge.line(changed);
    const after = await channel(SENSOR);
    assert.equal(after?.id, sensor.id);
    assert.notEqual(after?.template, sensor.template);
    await seen.publish(`home/OMG/BTtoMQTT/${SENSOR}`, { tempc: 23.1, hum: 51, volt: 2.4 });
    // Ana may still use it, and what was measured before belongs to the same history.
    await until(live, sensor.id, 'voltage', (data) => data === 2.4);
    await until(live, sensor.id, 'temperature', (data) => data === 23.1);
    const client = await asAna();
    const { elements } = await client.values.list();
    const own = elements.filter((value) => value.channel === sensor.id).map(({ property }) => property);
    assert.ok(own.includes('voltage') && !own.includes('humidity'), `${own}`);
    const place = { channel_id: sensor.id, component_id: 'climate-sensor', property_id: 'temperature' };
    const values: unknown[] = [];
    for await (const { value } of client.values.history(place)) values.push(value);
    assert.deepEqual(values, [23.1, 24.3]);
    // Its first announcement leads to its first template.
    await seen.publish(topicOf('hum'), humidity, true);
    await seen.publish(topicOf('volt'), '', true);
    await bridge.line(new RegExp(`${changed.source},"template":"${sensor.template}"`));
  });

  it('marks a device whose last report no longer counts, until it reports again', { skip }, async () => {
    const { seen, bridge, added, platform, asAna } = house();
    const dev = { ids: ['freezer'], name: 'Freezer', mf: 'Acme', mdl: 'F1' };
    const config = { stat_t: 'freezer/t', unit_of_meas: '°C', dev_cla: 'temperature', exp_aft: 1, dev };
    await seen.publish('homeassistant/sensor/freezer/t/config', config);
    await bridge.line(/"event":"channel_created".*"device":"freezer"/);
    const { id } = await added('freezer');
    await using live = await connectLive(platform, await asAna());
    for (const degrees of [-18, -19]) {
      await seen.publish('freezer/t', String(degrees));
      await until(live, id, 'temperature', (data) => data === degrees);
      await until(live, id, 'access', (data) => data === 'unreachable');
    }
    await seen.publish('freezer/t', '-20');
    await until(live, id, 'access', (data) => data === 'ok');
    await seen.publish('homeassistant/sensor/freezer/t/config', '');
    await until(live, id, 'access', (data) => data === 'disconnected');
  });

  it('marks a device whose announcements are withdrawn, and reuses its channel later', { skip }, async () => {
    const { seen, live, sensor, channel } = house();
    await withdraw(seen, 'openmqttgateway', SENSOR);
    await until(live, sensor.id, 'access', (data) => data === 'disconnected');
    await announce(seen, 'openmqttgateway');
    await until(live, sensor.id, 'access', (data) => data === 'ok');
    assert.equal((await channel(SENSOR))?.id, sensor.id);
  });

  it('logs entities that a channel cannot have, and ignores broken and foreign messages', {
    skip,
  }, async () => {
    const { seen, bridge, manager } = house();
    await bridge.line(/"event":"not_mapped".*infrared blaster/);
    await seen.publish('homeassistant/sensor/broken/config', '{"name":', true);
    await bridge.line(/"event":"not_mapped","about":"message".*no JSON object/);
    const dev = { ids: ['zigbee2mqtt_0x01'], name: 'From Zigbee2MQTT' };
    await seen.publish('homeassistant/sensor/0x01/t/config', { stat_t: 'z', unit_of_meas: 'V', dev }, true);
    await seen.publish('homeassistant/sensor/own/t/config', {
      stat_t: 'own/t',
      unit_of_meas: 'V',
      dev: { ids: ['own'], name: 'Own' },
    });
    await bridge.line(/"event":"channel_created".*"device":"own"/);
    const names: string[] = [];
    for await (const { channel } of manager.channels.list()) names.push(channel.name ?? '');
    assert.equal(names.length, 10);
    assert.ok(!names.includes('From Zigbee2MQTT'));
  });

  it('stays connected when a retained announcement has a topic that MQTT forbids', { skip }, async () => {
    const { seen, bridge } = house();
    const topic = 'homeassistant/sensor/nul/t/config';
    const { length } = bridge.lines;
    await seen.publish(topic, { stat_t: 'nul/\0', dev: { ids: ['nul'], name: 'Nul' } }, true);
    await bridge.line(/"event":"not_mapped","about":"device","device":"nul".*cannot be read/);
    await seen.publish(topic, '', true);
    assert.ok(!bridge.lines.slice(length).some((line) => line.includes('"mqtt":"offline"')));
  });

  it('logs messages that it cannot handle, and reports those that follow', { skip }, async () => {
    const { seen, bridge, added, platform, asAna } = house();
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    await seen.publish(
      'homeassistant/sensor/deep/t/config',
      `{"stat_t":"a/b","dev":{"ids":[${deep}]}}`,
      true,
    );
    await bridge.line(/"event":"not_mapped","about":"message".*deep/);
    const dev = { ids: ['odd'], name: 'Odd', mf: 'Acme', mdl: 'O1' };
    const config = { stat_t: 'odd/t', val_tpl: '{{ value_json.t }}', dev_cla: 'constructor', dev };
    await seen.publish('homeassistant/sensor/odd/t/config', config, true);
    await bridge.line(/"event":"channel_created".*"device":"odd"/);
    const { id } = await added('odd');
    await using live = await connectLive(platform, await asAna());
    await seen.publish('odd/t', `{"t":${deep}}`);
    await bridge.line(/"event":"message_failed","topic":"odd\/t"/);
    await seen.publish('odd/t', { t: 'well' });
    await until(live, id, 't', (data) => data === 'well');
    await seen.publish('homeassistant/sensor/odd/t/config', '', true);
    await seen.publish('homeassistant/sensor/deep/t/config', '', true);
    await until(live, id, 'access', (data) => data === 'disconnected');
  });

  it('creates nothing again when the bridge starts again', { skip }, async () => {
    const { bridge, startBridge, manager } = house();
    const ids = async () => {
      const found: string[] = [];
      for await (const { channel } of manager.channels.list()) found.push(channel.id ?? '');
      return found.toSorted();
    };
    const before = await ids();
    await bridge.crash();
    const second = startBridge();
    try {
      await second.line(/"event":"status".*"devices":8,/);
      assert.deepEqual(await ids(), before);
      assert.deepEqual(
        second.lines.filter((line) => /"event":"(channel_created|report_refused)"/.test(line)),
        [],
      );
    } finally {
      await second.crash();
    }
  });

  it('marks a device whose announcements were withdrawn while the bridge did not run', { skip }, async () => {
    const { startBridge, seen, live, sensor } = house();
    await withdraw(seen, 'openmqttgateway', SENSOR);
    await using _bridge = startBridge();
    await until(live, sensor.id, 'access', (data) => data === 'disconnected');
    await announce(seen, 'openmqttgateway');
    await until(live, sensor.id, 'access', (data) => data === 'ok');
  });

  it('says that nothing can be reached while the MQTT server is gone', { skip }, async () => {
    const { startBridge, live, lamp, mqttServer } = house();
    await using bridge = startBridge();
    await bridge.line(/"event":"status".*"devices":8,/);
    await mqttServer.now.crash();
    await until(live, lamp.id, 'access', (data) => data === 'api_unreachable');
  });

  it('says so, too, when the MQTT server is gone at the start', { skip }, async () => {
    const { startBridge, manager, platform, live, lamp } = house();
    const { mqtt } = platform.config;
    // The platform reports `ok` in the place of a bridge that is back.
    const inItsPlace = await manager.connect({ url: `mqtt://127.0.0.1:${mqtt.port}` });
    await inItsPlace.report({ channel: lamp.id, component: 'light-bulb', property: 'access' }, 'ok');
    await inItsPlace.flush();
    await inItsPlace.close();
    await until(live, lamp.id, 'access', (data) => data === 'ok');
    await using _bridge = startBridge();
    await until(live, lamp.id, 'access', (data) => data === 'api_unreachable');
  });
});
