import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Bridge, BridgeCheck, BridgeDevices, BridgeFindings } from '@azulejo/contract';
import { visitPortal } from '../../support/portal.ts';
import { callerOf } from '../../support/portal-calls.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { announce, announceStates } from './announcers.ts';
import { observe } from './mqtt-observer.ts';
import { setUpOwnersHouse } from './owners-house.ts';
import { lacksMosquitto } from './zigbee2mqtt.ts';

const skip = lacksMosquitto();

/** Sets up a house with devices of ESPHome and Tasmota, whose owner has not connected them yet. */
async function setUp(stage: Stage) {
  if (skip) return undefined;
  const house = await setUpOwnersHouse(stage);
  const { mqttPort, mqttUrl: mqtt_url } = house;
  const seen = stage.use(await observe(mqttPort, '#'));
  for (const program of ['esphome', 'tasmota'] as const) {
    await announce(seen, program);
    await announceStates(seen, program);
  }
  return { ...house, seen, connection: { type: 'mqtt-discovery', mqtt_url } };
}

onSqlite('a bridge of type mqtt-discovery that the server runs', setUp, (scene) => {
  const house = () => {
    const set = scene();
    assert.ok(set);
    return set;
  };

  it('counts the devices that announce themselves before it is connected', { skip }, async () => {
    const { call, connection } = house();
    const found = await call<BridgeCheck>('POST', '/check', connection);
    assert.deepEqual(found, { version: '', devices: 3, problem: '' });
    const elsewhere = await call<BridgeCheck>('POST', '/check', { ...connection, base_topic: 'other' });
    assert.equal(elsewhere.devices, 2);
  });

  it('creates channels for the devices, and adds the one that the person chose', { skip }, async () => {
    const { call, until, connection, platform, ana } = house();
    const { id, base_topic } = await call<Bridge>('POST', '', connection);
    assert.equal(base_topic, 'homeassistant');
    await until(id, ({ state, devices, problem }) => {
      assert.equal(problem, '');
      return state === 'running' && devices === 3;
    });
    const { devices } = await call<BridgeDevices>('GET', `/${id}/devices`);
    const lamp = devices.find(({ name }) => name === 'Desk lamp');
    assert.ok(lamp);
    assert.equal(lamp.template.kind, 'color-light');
    await call('POST', `/${id}/devices`, { devices: [{ id: lamp.id }] });
    const tiles = await (await platform.request('/v3/legacy/users/me/tiles', { token: ana.token })).text();
    assert.match(tiles, /Desk lamp/);
    await call('DELETE', `/${id}`);
  });

  it('names what it cannot read of a device, for its owner and in the portal, until that changes', {
    skip,
  }, async () => {
    const { call, until, connection, seen, platform } = house();
    const topic = 'tasmota/discovery/8CAAB5D1C0DE';
    const config = { mac: '8CAAB5D1C0DE', dn: 'Cellar', t: 'cellar', ft: '%prefix%/%topic%/' };
    await seen.publish(`${topic}/config`, { ...config, tp: ['cmnd', 'stat', 'tele'] }, true);
    await seen.publish(`${topic}/sensors`, { sn: { AM2301: { Temperature: 21.5, Reading: null } } }, true);
    const { id } = await call<Bridge>('POST', '', connection);
    await until(id, ({ state, devices }) => state === 'running' && devices === 4);
    const ofCellar = async (findings: Promise<BridgeFindings>) =>
      (await findings).unmapped
        .filter(({ name }) => name === 'Cellar')
        .map(({ device, feature, code, reason }) => [device, feature, code, reason]);
    const reason = 'no value by which its type is known';
    const missed = [['8CAAB5D1C0DE', 'AM2301 Reading', 'no_value', reason]];
    const own = () => ofCellar(call<BridgeFindings>('GET', `/${id}/findings`));
    while ((await own()).length === 0) await new Promise(setImmediate);
    assert.deepEqual(await own(), missed);
    const operator = callerOf(await visitPortal(platform, 'viewer'));
    assert.deepEqual(await ofCellar(operator('bridges.findings', { bridge_id: id })), missed);
    await seen.publish(`${topic}/sensors`, { sn: { AM2301: { Temperature: 21.5, Reading: 40 } } }, true);
    while ((await own()).length > 0) await new Promise(setImmediate);
    for (const part of ['config', 'sensors']) await seen.publish(`${topic}/${part}`, '', true);
    await call('DELETE', `/${id}`);
  });

  it('says which device it ignores because its templates take too long, and reads the others', {
    skip,
  }, async () => {
    const { call, until, connection, seen } = house();
    await seen.publish('bomb/state', `${'a'.repeat(60)}b`, true);
    const dev = { ids: ['bomb'], name: 'Bomb' };
    for (let sensor = 0; sensor < 20; sensor += 1) {
      const val_tpl = "{{ value | regex_match('(a+)+$') }}";
      await seen.publish(
        `homeassistant/sensor/bomb/${sensor}/config`,
        { stat_t: 'bomb/state', val_tpl, dev },
        true,
      );
    }
    const { id } = await call<Bridge>('POST', '', connection);
    await until(id, ({ state, devices, problem }) => {
      return state === 'running' && devices === 4 && /^"Bomb" is ignored/.test(problem);
    });
    const { devices } = await call<BridgeDevices>('GET', `/${id}/devices`);
    assert.ok(devices.some(({ name }) => name === 'Desk lamp'));
    await call('DELETE', `/${id}`);
  });
});
