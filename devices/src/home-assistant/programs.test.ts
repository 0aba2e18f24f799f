import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unmapped } from '../template/unmapped.ts';
import { announced } from '../testing/announced.ts';

const ids = ({ template }: ReturnType<typeof announced>) =>
  template.properties.map(({ id, io }) => `${id}:${io}`);

test('a lamp of ESPHome reports its values and accepts writes in JSON', () => {
  const lamp = announced('esphome', 'a8032af1c4d2');
  assert.equal(lamp.template.kind, 'color-light');
  assert.deepEqual(lamp.values, {
    status: true,
    brightness: 50,
    color: { h: 0, s: 100, v: 100 },
    effect: 'None',
    temperature: 21.4,
    occupancy: true,
  });
  const command = 'desk-lamp/light/ring/command';
  assert.deepEqual(lamp.write('status', false), [`${command} {"state":"OFF"}`]);
  assert.deepEqual(lamp.write('brightness', 50), [`${command} {"state":"ON","brightness":128}`]);
  assert.deepEqual(lamp.write('color', { h: 120, s: 100, v: 100 }), [
    `${command} {"state":"ON","color":{"r":0,"g":255,"b":0}}`,
  ]);
  assert.deepEqual(lamp.write('color-temperature', 200), [`${command} {"state":"ON","color_temp":200}`]);
  assert.deepEqual(lamp.write('effect', 'Rainbow'), [`${command} {"state":"ON","effect":"Rainbow"}`]);
  assert.deepEqual(lamp.write('restart', 'PRESS'), ['desk-lamp/button/restart/command PRESS']);
  assert.equal(lamp.write('temperature', 20), undefined);
});

test('reports entities that a channel cannot have, with the reason', () => {
  assert.deepEqual(announced('esphome', 'a8032af1c4d2').device.unmapped, [
    unmapped('infrared blaster', 'unknown_kind'),
  ]);
  assert.deepEqual(announced('valetudo', 'GentleFox').device.unmapped, [
    unmapped('camera map-data', 'unknown_kind'),
  ]);
});

test('sensors of OpenMQTTGateway are read from whichever gateway receives them', () => {
  const sensor = announced('openmqttgateway', 'A4C138C38EE5');
  assert.equal(sensor.device.name, 'Thermometer-C38EE5');
  assert.equal(sensor.template.kind, 'climate-sensor');
  assert.deepEqual(sensor.values, { temperature: 24.3, humidity: 50, battery: 49 });
  assert.deepEqual(sensor.receive('attic/OMG2/BTtoMQTT/A4C138C38EE5', { tempc: 20 }), [
    { component: 'climate-sensor', property: 'temperature', value: 20 },
  ]);
  assert.deepEqual(sensor.receive('home/OMG/BTtoMQTT/other', { tempc: 20 }), []);
});

test('a sensor that only says that it is on is off after its delay', () => {
  const { exchange } = announced('openmqttgateway', 'shed');
  const { values, resets } = exchange.decode('home/OMG/PIR', 'open');
  assert.deepEqual(values, [{ component: 'motion-sensor', property: 'occupancy', value: true }]);
  assert.deepEqual(
    resets.map(({ afterSeconds, values: later }) => [afterSeconds, later]),
    [[2, [{ component: 'motion-sensor', property: 'occupancy', value: false }]]],
  );
});

test('shows the state of a Valetudo robot and sends it to its dock', () => {
  const robot = announced('valetudo', 'GentleFox');
  assert.deepEqual(ids(robot), [
    'cleaning-state:rs',
    'cleaning-command:w',
    'fan-speed:rws',
    'speaker-volume:rws',
    'battery:rs',
    'main-filter:rs',
  ]);
  assert.deepEqual(robot.values, {
    'cleaning-state': 'docked',
    'fan-speed': 'medium',
    'speaker-volume': 60,
    'main-filter': 8121,
    battery: 100,
  });
  assert.deepEqual(robot.write('cleaning-command', 'HOME'), [
    'valetudo/GentleFox/hass/GentleFox_vacuum/command HOME',
  ]);
  assert.deepEqual(robot.write('fan-speed', 'high'), [
    'valetudo/GentleFox/FanSpeedControlCapability/preset/set high',
  ]);
});

test('a dimmer of zwave-js-ui counts to 99 and is switched on by a brightness', () => {
  const dimmer = announced('zwave-js-ui', 'zwavejs2mqtt_0xe1a4c2b7_node5');
  assert.equal(dimmer.template.kind, 'dimmer');
  assert.deepEqual(dimmer.values, { status: true, brightness: 51, 'active-power': 12.4 });
  const set = 'zwave/Hall_dimmer/38/0/targetValue/set';
  assert.deepEqual(dimmer.write('status', true), [`${set} 99`]);
  assert.deepEqual(dimmer.write('status', false), [`${set} 0`]);
  assert.deepEqual(dimmer.write('brightness', 50), [`${set} 50`]);
  assert.deepEqual(
    dimmer.device.unmapped.map(({ reason }) => reason),
    ['disabled by default'],
  );
});

test('booleans of JSON are written as Home Assistant writes them', () => {
  const socket = announced('zwave-js-ui', 'zwavejs2mqtt_0xe1a4c2b7_node7');
  assert.deepEqual(socket.values, { status: true });
  assert.deepEqual(socket.write('status', true), ['zwave/Socket/37/0/targetValue/set True']);
  assert.deepEqual(socket.receive('zwave/Socket/37/0/currentValue', { value: false }), [
    { component: 'switch', property: 'status', value: false },
  ]);
});

test('reads a relay of Tasmota with a meter and a button', () => {
  const pump = announced('tasmota', 'A4CF12F3E7B0');
  assert.equal(pump.device.name, 'Garden pump');
  assert.deepEqual(pump.values, {
    status: true,
    'active-power': 31,
    current: 0.173,
    voltage: 231,
    energy: 3.185,
    'power-factor': 0.78,
    action: 'button_1_double',
  });
  assert.deepEqual(pump.write('status', true), ['cmnd/tasmota_F3E7B0/POWER ON']);
  assert.deepEqual(
    pump.device.asks.map(({ topic, payload }) => `${topic} ${payload}`.trim()),
    ['cmnd/tasmota_F3E7B0/STATE', 'cmnd/tasmota_F3E7B0/STATUS 10'],
  );
});

test('reads a light of Tasmota with its own order of topics', () => {
  const shelf = announced('tasmota', 'DC4F22AA01CC');
  assert.deepEqual(shelf.values, {
    status: true,
    brightness: 40,
    color: { h: 120, s: 80, v: 100 },
    'color-temperature': 300,
  });
  assert.deepEqual(shelf.write('brightness', 50), ['shelf/cmnd/Dimmer 50']);
  assert.deepEqual(shelf.write('color', { h: 120, s: 80, v: 100 }), [
    'shelf/cmnd/Backlog HsbColor1 120;HsbColor2 80',
  ]);
});
