import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite } from '../../support/scene.ts';
import { setUpBridge } from './bridge-scene.ts';
import { LAMP } from './simulated-devices.ts';
import { lacksZigbee2Mqtt, startZigbee2Mqtt } from './zigbee2mqtt.ts';

const skip = lacksZigbee2Mqtt();

onSqlite('the settings of the bridge to Zigbee2MQTT', setUpBridge, (scene) => {
  it('explains itself, and names a missing or wrong option', { skip }, async () => {
    const { run } = scene();
    await using help = run(['--help']);
    assert.equal(await help.ended, 0);
    assert.match(help.lines.join('\n'), /--client-secret-file/);
    await using missing = run(['--platform', 'http://127.0.0.1:1']);
    assert.equal(await missing.ended, 2);
    assert.match(missing.lines.join('\n'), /--client-id is missing/);
    const secret = { AZULEJO_URL: 'http://127.0.0.1:1', AZULEJO_CLIENT_ID: 'x', AZULEJO_CLIENT_SECRET: 'y' };
    await using exposed = run(['--mqtt', 'mqtt://name:word@127.0.0.1'], secret);
    assert.equal(await exposed.ended, 2);
    assert.doesNotMatch(exposed.lines.join('\n'), /word@/);
  });

  it('ends with 3 when the platform refuses the credentials', { skip }, async () => {
    const { run, platform, manager, mqttPort } = scene();
    await using bridge = run([], {
      AZULEJO_URL: platform.url,
      AZULEJO_MQTT_URL: `mqtt://127.0.0.1:${platform.config.mqtt.port}`,
      AZULEJO_CLIENT_ID: manager.id,
      AZULEJO_CLIENT_SECRET: 'wrong',
      MQTT_URL: `mqtt://127.0.0.1:${mqttPort}`,
    });
    assert.equal(await bridge.ended, 3);
  });

  it('takes no device from retained lists while no instance answers', { skip }, async () => {
    const { seen, startBridge, channel } = scene();
    await seen.publish('former/bridge/state', { state: 'online' }, true);
    await seen.publish('former/bridge/info', { version: '1' }, true);
    const exposes = [{ type: 'numeric', name: 'temperature', property: 'temperature', access: 1 }];
    const definition = { vendor: 'Gone', model: 'G1', description: 'Ghost', exposes };
    const unreachable = {
      ieee_address: '0x0000000000000001',
      type: 'Router',
      friendly_name: 'Ghost',
      definition,
    };
    await seen.publish('former/bridge/devices', [unreachable], true);
    await using bridge = startBridge(['--base-topic', 'former']);
    await seen.message('former/bridge/request/health_check');
    await bridge.line(/"mqtt":"online"/);
    assert.equal(await channel(unreachable.ieee_address), undefined);
    // The instance answers, so the list is its own.
    await seen.publish('former/bridge/response/health_check', { data: { healthy: true }, status: 'ok' });
    await bridge.line(/"channels":2/);
    assert.equal((await channel(unreachable.ieee_address))?.name, 'Ghost');
  });

  it('names settings of Zigbee2MQTT that hinder the bridge, and base topics that are in use', {
    skip,
  }, async () => {
    const { mqttPort, startBridge } = scene();
    await using _zigbee = await startZigbee2Mqtt({
      mqttPort,
      devices: [LAMP],
      output: 'attribute',
      availability: false,
    });
    await using bridge = startBridge();
    await bridge.line(/"problem":"[^"]*advanced\.output[^"]*availability\.enabled/);
    await using lost = startBridge(['--base-topic', 'elsewhere']);
    await lost.line(/"problem":"Nothing is published below[^}]*Zigbee2MQTT uses: [^}]*zigbee2mqtt/);
  });
});
