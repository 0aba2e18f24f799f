import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Bridge, BridgeCheck, BridgeDevices } from '@azulejo/contract';
import { freePort } from '../support/free-port.ts';
import { newPerson } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { announce, tellStates } from './announcers.ts';
import { observe } from './mqtt-observer.ts';
import { lacksMosquitto, startMosquitto } from './zigbee2mqtt.ts';

const skip = lacksMosquitto();

/** A house with devices of ESPHome and Tasmota, whose owner has not connected them yet. */
async function setUp(stage: Stage) {
  if (skip) return undefined;
  const platform = await stage.start();
  const { id: clientId } = await platform.server.features.homeApplication.get();
  const ana = await newPerson(platform, { clientId, secret: '' });
  const mqttPort = await freePort();
  stage.use(await startMosquitto(mqttPort));
  const seen = stage.use(await observe(mqttPort, '#'));
  for (const program of ['esphome', 'tasmota'] as const) {
    await announce(seen, program);
    await tellStates(seen, program);
  }
  const call = async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
    const response = await platform.request(`/v3/bridges${path}`, {
      method,
      token: ana.token,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${text}`);
    return JSON.parse(text) as Reply;
  };
  return {
    platform,
    ana,
    call,
    connection: { type: 'mqtt-discovery', mqtt_url: `mqtt://127.0.0.1:${mqttPort}` },
  };
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

  it('brings the devices, and adds the one that the person chose', { skip }, async () => {
    const { call, connection, platform, ana } = house();
    const { id, base_topic } = await call<Bridge>('POST', '', connection);
    assert.equal(base_topic, 'homeassistant');
    for (;;) {
      const { state, devices, problem } = await call<Bridge>('GET', `/${id}`);
      assert.equal(problem, '');
      if (state === 'running' && devices === 3) break;
      await new Promise(setImmediate);
    }
    const { devices } = await call<BridgeDevices>('GET', `/${id}/devices`);
    const lamp = devices.find(({ name }) => name === 'Desk lamp');
    assert.ok(lamp);
    assert.equal(lamp.template.kind, 'color-light');
    await call('POST', `/${id}/devices`, { devices: [{ id: lamp.id }] });
    const tiles = await (await platform.request('/v3/legacy/users/me/tiles', { token: ana.token })).text();
    assert.match(tiles, /Desk lamp/);
    await call('DELETE', `/${id}`);
  });
});
