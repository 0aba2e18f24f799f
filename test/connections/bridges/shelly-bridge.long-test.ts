import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectLive, type HeldLive } from '../../support/live-scene.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridgeOf } from './bridge-scene.ts';
import { startShelly } from './simulated-shelly.ts';
import { lacksMosquitto } from './zigbee2mqtt.ts';

const skip = lacksMosquitto();

const BOILER = 'shellyplus1pm-a8032abe54dc';

/** Sets up a house with a Shelly relay that was there before the bridge. */
async function setUp(stage: Stage) {
  if (skip) return undefined;
  const bridging = await setUpBridgeOf('mqtt-discovery', stage);
  const { mqttPort, startBridge, channel, consent, platform, asAna } = bridging;
  const boiler = stage.use(await startShelly(mqttPort, BOILER));
  const bridge = stage.use(startBridge());
  await bridge.line(/"event":"status".*"devices":1,"channels":1,"failed":0/);
  const found = await channel(BOILER);
  assert.ok(found);
  await consent(found.template);
  await bridge.line(new RegExp(`"channel_granted","channel":"${found.id}"`));
  const live = stage.use(await connectLive(platform, await asAna()));
  return { ...bridging, bridge, boiler, found, live };
}

/** Resolves when the property has such a value, now or later. */
async function until(live: HeldLive, channel: string, property: string, value: unknown): Promise<void> {
  for await (const change of live.changes({ channels: [channel], initial: true }))
    if (change.property === property && change.data === value) return;
}

onSqlite('the bridge to devices of Shelly', setUp, (scene) => {
  const house = () => {
    const set = scene();
    assert.ok(set);
    return set;
  };

  it('requests the description of a device, and forwards its name and values', { skip }, async () => {
    const { live, found, bridge } = house();
    assert.equal(found.name, 'Boiler');
    await until(live, found.id, 'status', false);
    await until(live, found.id, 'voltage', 231.4);
    await until(live, found.id, 'access', 'ok');
    assert.ok(!bridge.lines.some((line) => /not_mapped|report_refused/.test(line)));
  });

  it('carries out a write, and forwards each push of a button', { skip }, async () => {
    const { live, found, boiler } = house();
    const address = { channel: found.id, component: 'switch', property: 'status' };
    assert.equal((await live.write(address, true)).data, true);
    await boiler.push('input:0', 'double_push');
    await until(live, found.id, 'action', 'button_1_double_push');
  });

  it('marks a device without power, and asks it again when it is back', { skip }, async () => {
    const { live, found, boiler, mqttPort, seen } = house();
    boiler.cut();
    await until(live, found.id, 'access', 'unreachable');
    seen.forget();
    await using _back = await startShelly(mqttPort, BOILER);
    await seen.message(`${BOILER}/rpc`, ({ method }: { method: string }) => method === 'Shelly.GetStatus');
    await until(live, found.id, 'access', 'ok');
    await until(live, found.id, 'status', false);
  });

  it('keeps the state of a device that is offline when the bridge starts', { skip }, async () => {
    const { live, found, bridge, startBridge, mqttPort } = house();
    await until(live, found.id, 'access', 'unreachable');
    await bridge.crash();
    await using restarted = startBridge();
    // Devices that have left are reported when this is known.
    await restarted.line(/No device announces itself/);
    await using _back = await startShelly(mqttPort, BOILER);
    const states: unknown[] = [];
    for await (const { property, data } of live.changes({ channels: [found.id], initial: true })) {
      if (property === 'access') states.push(data);
      if (states.at(-1) === 'ok') break;
    }
    assert.deepEqual([...new Set(states)], ['unreachable', 'ok']);
  });
});
