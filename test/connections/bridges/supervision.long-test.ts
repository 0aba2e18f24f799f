import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Bridge, BridgeDevices } from '@azulejo/contract';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpOwnersHouse } from './owners-house.ts';
import { LAMP, THERMOMETER } from './simulated-devices.ts';
import { lacksZigbee2Mqtt, startZigbee2Mqtt } from './zigbee2mqtt.ts';

const skip = lacksZigbee2Mqtt();

/** Sets up a house with Zigbee2MQTT, whose owner has not connected it yet. */
async function setUp(stage: Stage) {
  if (skip) return undefined;
  const house = await setUpOwnersHouse(stage);
  const { mqttPort, mqttUrl: mqtt_url } = house;
  const names = { [LAMP.ieeeAddr]: 'Kitchen/left lamp' };
  stage.use(await startZigbee2Mqtt({ mqttPort, devices: [LAMP, THERMOMETER], names }));
  return { ...house, connection: { type: 'zigbee2mqtt', mqtt_url } };
}

/** Returns the process that the server's log names last. */
const pidIn = (log: string): number => Number([...log.matchAll(/"bridgePid":(\d+)/g)].at(-1)?.[1]);

onSqlite('a bridge that the server runs', setUp, (scene) => {
  const house = () => {
    const set = scene();
    assert.ok(set);
    return set;
  };
  let id = '';

  it('finds Zigbee2MQTT, and says which base topics there are', { skip }, async () => {
    const { call, connection } = house();
    const found = await call<{ version: string; devices: number }>('POST', '/check', connection);
    assert.equal(found.devices, 2);
    assert.match(found.version, /^2\./);
    await assert.rejects(
      call('POST', '/check', { ...connection, base_topic: 'z2m' }),
      /there is one below: zigbee2mqtt/,
    );
  });

  it('creates channels after it was connected, and adds the devices that the person chose', {
    skip,
  }, async () => {
    const { call, until, connection } = house();
    id = (await call<Bridge>('POST', '', connection)).id;
    const bridge = await until(id, ({ state, devices }) => state === 'running' && devices === 3);
    assert.deepEqual([bridge.connected, bridge.problem], [true, '']);
    const { devices } = await call<BridgeDevices>('GET', `/${id}/devices`);
    const lamp = devices.find(({ name }) => name === 'Kitchen/left lamp');
    assert.ok(lamp);
    assert.deepEqual([lamp.room, lamp.template.vendor, lamp.added], ['Kitchen', 'IKEA', false]);
    const chosen = { devices: [{ id: lamp.id, name: 'Left lamp' }] };
    assert.deepEqual(await call('POST', `/${id}/devices`, chosen), { added: [lamp.id] });
    assert.deepEqual(await call('POST', `/${id}/devices`, chosen), { added: [] });
    const { platform, ana } = house();
    const tiles = await (await platform.request('/v3/legacy/users/me/tiles', { token: ana.token })).text();
    assert.match(tiles, /Left lamp/);
  });

  it('restarts a process that was killed, and shows that state meanwhile', { skip }, async () => {
    const { platform, until } = house();
    const before = pidIn(platform.log());
    process.kill(before, 'SIGKILL');
    const { problem } = await until(id, ({ state }) => state === 'failing');
    assert.match(problem, /was ended by SIGKILL.*started again in 1 s/);
    await until(id, ({ state }) => state === 'running');
    assert.notEqual(pidIn(platform.log()), before);
  });

  it('shows no secret in process lists, logs and its own log', { skip }, async () => {
    const { platform } = house();
    const { readFile } = await import('node:fs/promises');
    const secrets = await platform.server.features.bridges.openSecrets(id);
    assert.ok(secrets);
    const pid = pidIn(platform.log());
    const places = [
      `/proc/${pid}/cmdline`,
      `/proc/${pid}/environ`,
      `${platform.config.dataDir}/bridges/${id}.log`,
    ];
    for (const place of places) {
      const text = await readFile(place, 'utf8');
      assert.ok(!text.includes(secrets.clientSecret), place);
    }
    assert.ok(!platform.log().includes(secrets.clientSecret));
  });

  it('ends the process when the bridge is removed', { skip }, async () => {
    const { platform, call } = house();
    const pid = pidIn(platform.log());
    await call('DELETE', `/${id}`);
    while (isAlive(pid)) await new Promise(setImmediate);
    assert.deepEqual((await call<{ bridges: unknown[] }>('GET', '')).bridges, []);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
