import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freePort } from '../../support/free-port.ts';
import { observe } from './mqtt-observer.ts';
import { BUTTON, LAMP, THERMOMETER } from './simulated-devices.ts';
import { lacksZigbee2Mqtt, newNetwork, startMosquitto, startZigbee2Mqtt } from './zigbee2mqtt.ts';

type Listed = { ieee_address: string; interview_state: string; definition: { model: string } | null }[];

describe('Zigbee2MQTT with a simulated radio', { skip: lacksZigbee2Mqtt() }, () => {
  it('interviews, reads, writes and removes devices as with a real radio', async () => {
    const port = await freePort();
    await using _broker = await startMosquitto(port);
    await using seen = await observe(port, 'zigbee2mqtt/#');
    await using zigbee = await startZigbee2Mqtt({
      mqttPort: port,
      devices: [LAMP, BUTTON],
      strangers: [THERMOMETER],
    });
    const at = (device: { ieeeAddr: string }) => `zigbee2mqtt/${device.ieeeAddr}`;

    await seen.publish('zigbee2mqtt/bridge/request/permit_join', { time: 60 });
    await seen.message('zigbee2mqtt/bridge/response/permit_join');
    await zigbee.radio({ do: 'join', ieeeAddr: THERMOMETER.ieeeAddr });
    await seen.message('zigbee2mqtt/bridge/devices', (devices: Listed) =>
      devices.some(
        (each) => each.ieee_address === THERMOMETER.ieeeAddr && each.interview_state === 'SUCCESSFUL',
      ),
    );

    await zigbee.radio({
      do: 'report',
      ieeeAddr: THERMOMETER.ieeeAddr,
      cluster: 'msTemperatureMeasurement',
      attributes: { measuredValue: 2150 },
    });
    await seen.message(at(THERMOMETER), ({ temperature }: { temperature?: number }) => temperature === 21.5);

    await zigbee.radio({ do: 'press', ieeeAddr: BUTTON.ieeeAddr, cluster: 'genOnOff', command: 'on' });
    await seen.message(at(BUTTON), ({ action }: { action?: string }) => action === 'on');

    await seen.publish(`${at(LAMP)}/set`, { state: 'ON' });
    await seen.message(at(LAMP), ({ state }: { state?: string }) => state === 'ON');

    await zigbee.radio({ do: 'offline', ieeeAddr: LAMP.ieeeAddr });
    await seen.publish(`${at(LAMP)}/set`, { state: 'OFF' });
    await seen.message(
      'zigbee2mqtt/bridge/logging',
      ({ level, message }: { level: string; message: string }) =>
        level === 'error' && /Publish 'set' 'state' to '.*' failed/.test(message),
    );

    await zigbee.radio({ do: 'leave', ieeeAddr: THERMOMETER.ieeeAddr });
    await seen.message('zigbee2mqtt/bridge/event', ({ type }: { type: string }) => type === 'device_leave');
  });

  it('makes the same network for the same seed', () => {
    const network = newNetwork(7, 20);
    assert.equal(new Set(network.map(({ modelId }) => modelId)).size, 20);
    assert.deepEqual(newNetwork(7, 20), network);
  });
});
