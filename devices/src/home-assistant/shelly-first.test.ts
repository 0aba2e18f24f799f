import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateOf } from '../template/template.ts';
import { componentOf } from '../testing/announced.ts';
import { announcedDevice } from './device.ts';
import { exchangeOf } from './exchange.ts';
import { readFirstShelly } from './shelly-first.ts';

function shelly(model: string, info: Readonly<Record<string, unknown>>) {
  const device = announcedDevice(readFirstShelly({ announce: { id: 'shelly-1', model }, info }));
  const exchange = exchangeOf(device);
  const template = templateOf(device.definition, { name: 'shelly', version: '1' });
  const values: Record<string, unknown> = {};
  return {
    device,
    template,
    /** Returns all values after a message below the device's topic. */
    says(topic: string, payload: unknown) {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
      for (const { property, value } of exchange.decode(`shellies/shelly-1/${topic}`, text).values)
        values[property] = value;
      return values;
    },
    write: (property: string, value: unknown) =>
      exchange
        .encode({ component: componentOf(template, property), property, value })
        ?.messages.map(({ topic, payload }) => `${topic} ${payload}`),
  };
}

test('a relay of the first generation counts watt minutes as energy', () => {
  const plug = shelly('SHPLG-S', {
    relays: [{ ison: false }],
    meters: [{ power: 0, total: 0 }],
    temperature: 30,
  });
  plug.says('relay/0', 'on');
  plug.says('relay/0/power', '12.5');
  plug.says('temperature', '31.5');
  assert.deepEqual(plug.says('relay/0/energy', '600'), {
    status: true,
    'active-power': 12.5,
    'device-temperature': 31.5,
    energy: 600,
  });
  assert.deepEqual(plug.write('status', false), ['shellies/shelly-1/relay/0/command off']);
  const { classes, unitsOptions } = plug.template.properties.find(({ id }) => id === 'energy') ?? {};
  assert.deepEqual([classes?.[0]?.split('.').at(-1), unitsOptions?.vendorUnit], ['energy', 'wattminute']);
});

test('a roller of the first generation goes to a position', () => {
  const blind = shelly('SHSW-25', { rollers: [{ positioning: true }], meters: [{ power: 0 }] });
  assert.equal(blind.says('roller/0/pos', '40')['position'], 40);
  assert.deepEqual(blind.write('position', 70), ['shellies/shelly-1/roller/0/command/pos 70']);
  assert.deepEqual(blind.write('command', 'open'), ['shellies/shelly-1/roller/0/command open']);
});

test('the three circuits of a meter have power, current and what was bought and sold', () => {
  const circuit = { power: 1, pf: 1, current: 1, voltage: 230, total: 1, total_returned: 1 };
  const meter = shelly('SHEM-3', { relays: [{}], emeters: [circuit, circuit, circuit] });
  meter.says('emeter/1/power', '-50');
  meter.says('emeter/2/current', '4.5');
  meter.says('emeter/0/total', '1000');
  const values = Object.values(meter.says('emeter/0/total_returned', '70'));
  for (const value of [-50, 4.5, 1000, 70]) assert.ok(values.includes(value), `${value} of ${values}`);
  const counted = meter.template.properties.flatMap(({ id, classes }) =>
    classes.some((name) => name.endsWith('.produced-energy')) ? [id] : [],
  );
  assert.equal(counted.length, 3);
});

test('lamps of the first generation are set by one message', () => {
  const dimmer = shelly('SHDM-2', { lights: [{ ison: true, mode: 'white', brightness: 50 }] });
  assert.equal(dimmer.says('light/0/status', { ison: true, brightness: 30 })['brightness'], 30);
  assert.deepEqual(dimmer.write('brightness', 80), [
    'shellies/shelly-1/light/0/set {"turn":"on","brightness":80}',
  ]);
  const strip = shelly('SHRGBW2', {
    lights: [{ mode: 'color', red: 0, green: 0, blue: 0, white: 0, gain: 50 }],
  });
  assert.deepEqual(strip.says('color/0/status', { red: 255, green: 0, blue: 0, gain: 60 }), {
    brightness: 60,
    color: { h: 0, s: 100, v: 100 },
  });
  assert.deepEqual(strip.write('color', { h: 120, s: 100, v: 100 }), [
    'shellies/shelly-1/color/0/set {"turn":"on","red":0,"green":255,"blue":0}',
  ]);
});

test('a radiator valve of the first generation reports itself as a whole', () => {
  const valve = shelly('SHTRV-01', {
    thermostats: [{ pos: 0, target_t: { value: 20 }, tmp: { value: 19 } }],
    bat: { value: 90 },
  });
  const info = { thermostats: [{ pos: 12.5, target_t: { value: 21 }, tmp: { value: 20.5 } }] };
  assert.deepEqual(valve.says('info', info), {
    'local-temperature': 20.5,
    'current-heating-setpoint': 21,
    valve: 12.5,
  });
  assert.deepEqual(valve.write('current-heating-setpoint', 18.5), [
    'shellies/shelly-1/thermostat/0/command/target_t 18.5',
  ]);
});

test('sensors and buttons of the first generation', () => {
  const door = shelly('SHDW-2', {
    sensor: { state: 'close' },
    lux: { value: 1 },
    accel: {},
    bat: { value: 90 },
  });
  door.says('sensor/state', 'open');
  door.says('sensor/vibration', '0');
  assert.deepEqual(door.says('sensor/lux', '120'), { open: true, vibration: false, illuminance: 120 });
  assert.deepEqual(door.device.availability, []);
  const climate = shelly('SHHT-1', {
    tmp: { value: 68, units: 'F' },
    hum: { value: 50 },
    bat: { value: 90 },
  });
  assert.equal(climate.says('sensor/temperature', '70.5')['temperature'], 70.5);
  assert.equal(
    climate.template.properties.find(({ id }) => id === 'temperature')?.unitsOptions.vendorUnit,
    'fahrenheit',
  );
  const button = shelly('SHIX3-1', { inputs: [{}, {}, {}] });
  assert.equal(button.says('input_event/1', { event: 'SS', event_cnt: 3 })['action'], 'button_2_double');
  const motion = shelly('SHMOS-01', { sensor: { motion: false }, bat: { value: 80 } });
  assert.equal(motion.says('status', { motion: true, vibration: false })['occupancy'], true);
});
