import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridge } from './bridge-scene.ts';
import { lacksMosquitto } from './zigbee2mqtt.ts';

const skip = lacksMosquitto();
const GOOD = 20;
/** Longer than the platform allows for a brand. */
const BAD_VENDOR = 'Acme '.repeat(25);

const exposes = [{ type: 'numeric', name: 'temperature', property: 'temperature', access: 1, unit: '°C' }];

const device = (number: number, vendor: string) => ({
  ieee_address: `0x00000000000000${number.toString(16).padStart(2, '0')}`,
  type: 'EndDevice',
  friendly_name: `Device ${number}`,
  power_source: 'Battery',
  definition: { vendor, model: `M${number}`, description: 'Thermometer', exposes },
});

const setUp = async (stage: Stage) => (skip ? undefined : await setUpBridge(stage));

onSqlite('the bridge to Zigbee2MQTT with a device that the platform refuses', setUp, (scene) => {
  it('creates the other channels, and reports which device was refused and why', { skip }, async () => {
    const house = scene();
    assert.ok(house);
    const { seen, startBridge, manager } = house;
    const bad = device(GOOD + 1, BAD_VENDOR);
    const devices = [bad, ...Array.from({ length: GOOD }, (_, index) => device(index + 1, 'Acme'))];
    await seen.publish('zigbee2mqtt/bridge/info', { version: '2.14.1' }, true);
    await seen.publish('zigbee2mqtt/bridge/devices', devices, true);
    await seen.publish('zigbee2mqtt/bridge/state', { state: 'online' }, true);
    await using bridge = startBridge();
    await seen.message('zigbee2mqtt/bridge/request/health_check');
    await seen.publish('zigbee2mqtt/bridge/response/health_check', { data: {}, status: 'ok' });

    await bridge.line(
      new RegExp(`"event":"status".*"devices":${GOOD + 1},"channels":${GOOD + 1},"failed":1`),
    );
    const keys = new Set<string>();
    for await (const { channel } of manager.channels.list()) keys.add(channel.remote_key ?? '');
    const expected = ['bridge', ...devices.slice(1).map(({ ieee_address }) => ieee_address)];
    assert.deepEqual([...keys].toSorted(), expected.toSorted());

    const refused = bridge.lines.filter((line) => line.includes('"event":"template_refused"'));
    assert.equal(refused.length, 1);
    assert.match(refused[0] ?? '', /"model":"M21","errors":\[\{"field":"vendor"/);
    // The others work.
    await seen.publish('zigbee2mqtt/Device 7', { temperature: 21.5 });
    const { id } = (await house.channel(device(7, '').ieee_address)) ?? assert.fail();
    while ((await house.readValue(id, 'climate-sensor', 'temperature')) !== 21.5);
  });
});
