import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import type { TileList } from '@azulejo/contract';
import { readJson } from '../../support/replies.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';
import { setUpBridgedHome } from './bridge-home.ts';
import { BUTTON, COLOR_LAMP, LAMP, THERMOMETER, UNKNOWN } from './simulated-devices.ts';
import { lacksZigbee2Mqtt, startZigbee2Mqtt } from './zigbee2mqtt.ts';

const skip = lacksZigbee2Mqtt();

/** What Zigbee2MQTT learns of a model by an update. */
const CONVERTER = `
export default {
  zigbeeModel: ['${UNKNOWN.modelId}'], model: 'X1', vendor: 'Acme', description: 'Freezer alarm',
  fromZigbee: [{
    cluster: 'msTemperatureMeasurement',
    type: ['attributeReport', 'readResponse'],
    convert: (model, message) => ({ temperature: message.data.measuredValue / 100, alarm: false }),
  }],
  toZigbee: [],
  exposes: [
    { type: 'switch', features: [{ type: 'binary', name: 'state', property: 'state', access: 1, value_on: 'ON', value_off: 'OFF' }] },
    { type: 'numeric', name: 'temperature', property: 'temperature', label: 'Temperature', access: 1, unit: '°C' },
    { type: 'binary', name: 'alarm', property: 'alarm', label: 'Alarm', access: 1, value_on: true, value_off: false },
  ],
};`;

async function setUp(stage: Stage) {
  if (skip) return undefined;
  const home = await setUpBridgedHome(stage, {
    devices: [LAMP, COLOR_LAMP, BUTTON, THERMOMETER],
    strangers: [UNKNOWN],
    names: { [LAMP.ieeeAddr]: 'Hall' },
    availability: 'quick',
  });
  const { platform, ana } = home;
  const tilesOf = async (channel: string) => {
    const path = '/v3/legacy/users/me/tiles';
    const { tiles } = await readJson<TileList>(await platform.request(path, { token: ana.token }));
    return tiles.filter((tile) => tile.channel === channel);
  };
  const renameTile = (id: string, label: string) =>
    postJson(platform, `/v3/legacy/users/me/tiles/${id}`, { label }, { method: 'PATCH', token: ana.token });
  /** Returns what was measured of a device, oldest first. */
  const measured = async (channel_id: string, property_id: string) => {
    const client = await home.asAna();
    const values: unknown[] = [];
    const place = { channel_id, component_id: 'switch', property_id };
    for await (const { value } of client.values.history(place)) values.push(value);
    return values.toReversed();
  };
  const lamp = await home.add(LAMP.ieeeAddr);
  return { ...home, tilesOf, renameTile, measured, lamp };
}

onSqlite('known quirks of Zigbee2MQTT', setUp, (scene) => {
  const house = () => {
    const set = scene();
    assert.ok(set);
    return set;
  };

  it('makes pairing mode a switch with a countdown', { skip }, async () => {
    const { add, live, seen, until } = house();
    const { id: channel } = await add('bridge');
    const address = { channel, component: 'device', property: 'permit-join' };
    assert.equal((await live.write(address, true)).data, true);
    await until(channel, 'permit-join-time-left', (left) => Number(left) > 200);
    await seen.message('zigbee2mqtt/bridge/info', ({ permit_join }: { permit_join: boolean }) => permit_join);
    assert.equal((await live.write(address, false)).data, false);
    await until(channel, 'permit-join-time-left', (left) => left === 0);
    await until(channel, 'connected', (isConnected) => isConnected === true);
    await until(channel, 'version', (version) => /^\d+\.\d+/.test(String(version)));
  });

  it('creates a usable tile for a model without definition, and a better one later', { skip }, async () => {
    const { add, until, seen, settings, bridge, zigbee, channel, tilesOf, measured } = house();
    await seen.publish('zigbee2mqtt/bridge/request/permit_join', { time: 60 });
    await seen.message('zigbee2mqtt/bridge/response/permit_join');
    await zigbee.now.radio({ do: 'join', ieeeAddr: UNKNOWN.ieeeAddr });
    await bridge.line(new RegExp(`"channel_created","device":"${UNKNOWN.ieeeAddr}"`));
    const added = await add(UNKNOWN.ieeeAddr);
    assert.match(added.name, /Acme.*contact-unknown-x1/);
    const [tile, ...more] = await tilesOf(added.id);
    assert.ok(tile && more.length === 0);
    const report = (measuredValue: number) =>
      zigbee.now.radio({
        do: 'report',
        ieeeAddr: UNKNOWN.ieeeAddr,
        cluster: 'msTemperatureMeasurement',
        attributes: { measuredValue },
      });
    await report(450);
    await until(added.id, 'temperature', (data) => data === 4.5);

    const { dataDir } = zigbee.now;
    await zigbee.now.kill();
    await mkdir(join(dataDir, 'external_converters'));
    await writeFile(join(dataDir, 'external_converters', 'x1.mjs'), CONVERTER);
    zigbee.now = await startZigbee2Mqtt({ ...settings, dataDir });
    await bridge.line(new RegExp(`"channel_template_changed","device":"${UNKNOWN.ieeeAddr}"`));
    const changed = await channel(UNKNOWN.ieeeAddr);
    assert.equal(changed?.id, added.id);
    assert.notEqual(changed?.template, added.template);
    await report(350);
    await until(added.id, 'temperature', (data) => data === 3.5);
    await until(added.id, 'alarm', (data) => data === false);
    assert.deepEqual(
      (await tilesOf(added.id)).map(({ id, profile }) => [id, profile]),
      [[tile.id, changed?.template]],
    );
    // It is still a switch, so what it measured before is the beginning of the same history.
    assert.deepEqual(await measured(added.id, 'temperature'), [4.5, 3.5]);
  });

  it('creates a channel for a group, which can be controlled like a device', { skip }, async () => {
    const { add, live, seen, bridge } = house();
    await seen.publish('zigbee2mqtt/bridge/request/group/add', { friendly_name: 'Upstairs/all', id: 7 });
    await seen.message('zigbee2mqtt/bridge/response/group/add');
    for (const { ieeeAddr: device } of [LAMP, COLOR_LAMP])
      await seen.publish('zigbee2mqtt/bridge/request/group/members/add', { group: 'Upstairs/all', device });
    await bridge.line(/"channel_created","device":"group-7".*Upstairs\/all/);
    const { id: channel, name } = await add('group-7');
    assert.equal(name, 'Upstairs/all');
    const address = { channel, component: 'light-bulb', property: 'status' };
    // Each answer is to its own write, also when the next one follows at once.
    for (const data of [true, false, true, false, true, false, true, false])
      assert.equal((await live.write(address, data)).data, data);
  });

  it('reports the link quality only when it changed by much, and stores no history of it', {
    skip,
  }, async () => {
    const { zigbee, live, lamp, asAna, until } = house();
    const { id: channel } = lamp;
    const report = (linkquality: number, onOff: number) =>
      zigbee.now.radio({
        do: 'report',
        ieeeAddr: LAMP.ieeeAddr,
        cluster: 'genOnOff',
        attributes: { onOff },
        linkquality,
      });
    await report(200, 1);
    await until(channel, 'linkquality', (data) => data === 200);
    const qualities: unknown[] = [];
    const changes = live.changes({ channels: [channel] });
    for (const [index, quality] of [205, 180, 215, 190].entries()) await report(quality, index % 2);
    await report(100, 0);
    for await (const { property, data } of changes) {
      if (property === 'linkquality') qualities.push(data);
      if (data === 100) break;
    }
    assert.deepEqual(qualities, [100]);
    const client = await asAna();
    const place = { channel_id: channel, component_id: 'light-bulb' };
    const countOf = async (property_id: string) => {
      let count = 0;
      for await (const _point of client.values.history({ ...place, property_id })) count += 1;
      return count;
    };
    assert.ok((await countOf('status')) > 0);
    assert.equal(await countOf('linkquality'), 0);
  });

  it('shows the state of the firmware, and refuses an update that cannot be done', { skip }, async () => {
    const { seen, live, lamp, until } = house();
    const { id: channel } = lamp;
    const update = { state: 'available', installed_version: 33, latest_version: 35 };
    await seen.publish('zigbee2mqtt/Hall', { update });
    await until(channel, 'firmware-available', (data) => data === '35');
    await until(channel, 'firmware', (data) => data === '33');
    const address = { channel, component: 'light-bulb', property: 'firmware-update' };
    const refused = assert.rejects(live.write(address, 'start'), { name: 'Refused' });
    const topic = 'bridge/request/device/ota_update/update';
    const request = (await seen.message(`zigbee2mqtt/${topic}`)) as { id: string; transaction: string };
    assert.equal(request.id, LAMP.ieeeAddr);
    // Zigbee2MQTT itself would first look for the firmware in the internet.
    const { transaction } = request;
    await seen.publish(`zigbee2mqtt/${topic.replace('request', 'response')}`, {
      data: {},
      error: 'No image currently available',
      status: 'error',
      transaction,
    });
    await refused;
  });

  it('requests values from mains-powered devices only', { skip }, async () => {
    const { seen, zigbee } = house();
    await seen.message('zigbee2mqtt/Hall/get');
    await seen.message(`zigbee2mqtt/${COLOR_LAMP.ieeeAddr}/get`);
    assert.ok(zigbee.now.lines.length > 0);
    for (const { ieeeAddr } of [BUTTON, THERMOMETER])
      assert.equal(seen.count(`zigbee2mqtt/${ieeeAddr}/get`), 0);
  });

  it('says within seconds that a device is gone, also after a write to it', { skip }, async () => {
    const { zigbee, live, lamp, until } = house();
    const { id: channel } = lamp;
    const address = { channel, component: 'light-bulb', property: 'status' };
    await zigbee.now.radio({ do: 'offline', ieeeAddr: LAMP.ieeeAddr });
    await assert.rejects(live.write(address, true), { name: 'Refused', message: /unreachable/ });
    await until(channel, 'access', (data) => data === 'unreachable');
    await zigbee.now.radio({ do: 'online', ieeeAddr: LAMP.ieeeAddr });
    await zigbee.now.radio({
      do: 'report',
      ieeeAddr: LAMP.ieeeAddr,
      cluster: 'genOnOff',
      attributes: { onOff: 1 },
    });
    await until(channel, 'access', (data) => data === 'ok');
    // No value is written: Zigbee2MQTT notices the missing device itself.
    await zigbee.now.radio({ do: 'offline', ieeeAddr: COLOR_LAMP.ieeeAddr });
    const color = await house().add(COLOR_LAMP.ieeeAddr);
    await until(color.id, 'access', (data) => data === 'unreachable');
    await zigbee.now.radio({ do: 'online', ieeeAddr: COLOR_LAMP.ieeeAddr });
    await until(color.id, 'access', (data) => data === 'ok');
  });

  it('gives tiles the new name of a device, until a person renames them', { skip }, async () => {
    const { seen, bridge, lamp, tilesOf, renameTile } = house();
    const rename = async (to: string) => {
      await seen.publish('zigbee2mqtt/bridge/request/device/rename', { from: LAMP.ieeeAddr, to });
      await bridge.line(new RegExp(`"channel_renamed".*${to}`));
    };
    const labels = async () => (await tilesOf(lamp.id)).map(({ label }) => label);
    await rename('Hall ceiling');
    assert.deepEqual(await labels(), ['Hall ceiling']);
    const [tile] = await tilesOf(lamp.id);
    assert.equal((await renameTile(tile?.id ?? '', 'My sun')).status, 200);
    await rename('Hall lamp');
    assert.deepEqual(await labels(), ['My sun']);
  });
});
