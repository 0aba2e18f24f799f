import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridge } from './bridge-scene.ts';
import { lacksMosquitto } from './zigbee2mqtt.ts';

const skip = lacksMosquitto();
const COMPONENT = 'climate-sensor';

const exposes = [{ type: 'numeric', name: 'temperature', property: 'temperature', access: 1, unit: '°C' }];

const device = (number: number) => ({
  ieee_address: `0x000000000000000${number}`,
  type: 'EndDevice',
  friendly_name: `Device ${number}`,
  power_source: 'Battery',
  definition: { vendor: 'Acme', model: `M${number}`, description: 'Thermometer', exposes },
});

/** Sets up a house with two devices of different models, whose bridge has created their channels and ended. */
async function setUp(stage: Stage) {
  if (skip) return undefined;
  const scene = await setUpBridge(stage);
  const { seen, startBridge, channel, readValue } = scene;
  const publish = (topic: string, body: unknown) => seen.publish(`zigbee2mqtt/bridge/${topic}`, body, true);
  await publish('info', { version: '2.14.1' });
  await publish('state', { state: 'online' });
  await publish('devices', [device(1), device(2)]);
  /** Answers the health check of a bridge that is started now. */
  const startAnswered = async () => {
    seen.forget();
    const bridge = startBridge();
    await seen.message('zigbee2mqtt/bridge/request/health_check');
    await seen.publish('zigbee2mqtt/bridge/response/health_check', { data: {}, status: 'ok' });
    return bridge;
  };
  const ids: string[] = [];
  /** Resolves when the device has such a state. */
  const until = async (number: number, access: string) => {
    while ((await readValue(ids[number - 1] ?? '', COMPONENT, 'access')) !== access);
  };
  const bridge = stage.use(await startAnswered());
  await bridge.line(/"event":"status".*"devices":2,"channels":3,"failed":0/);
  for (const { ieee_address } of [device(1), device(2)])
    ids.push((await channel(ieee_address))?.id ?? assert.fail());
  for (const number of [1, 2]) await until(number, 'ok');
  await bridge.crash();
  return { ...scene, publish, startAnswered, until };
}

onSqlite('the bridge to Zigbee2MQTT after a restart', setUp, (scene) => {
  const house = () => {
    const set = scene();
    assert.ok(set);
    return set;
  };

  it('marks a device that left the network while the bridge did not run', { skip }, async () => {
    const { publish, startAnswered, until } = house();
    await publish('devices', [device(1)]);
    await using bridge = await startAnswered();
    await until(2, 'disconnected');
    await until(1, 'ok');
    // Otherwise it would report before it ends that its devices cannot be reached.
    await bridge.crash();
  });

  it('marks all devices when Zigbee2MQTT has stopped while the bridge did not run', { skip }, async () => {
    const { publish, startBridge, until } = house();
    await publish('state', { state: 'offline' });
    await using _bridge = startBridge();
    await until(1, 'api_unreachable');
  });

  it('marks all devices when Zigbee2MQTT does not answer after the start', { skip }, async () => {
    const { publish, startBridge, startAnswered, until } = house();
    await publish('state', { state: 'online' });
    const bridge = await startAnswered();
    await until(1, 'ok');
    await bridge.crash();
    await using _again = startBridge();
    await until(1, 'api_unreachable');
  });
});
