import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { templateOf } from '../template/template.ts';
import { componentOf } from '../testing/announced.ts';
import { announcedDevice } from './device.ts';
import { exchangeOf } from './exchange.ts';
import { readShelly, type ShellyAnswers } from './shelly.ts';

/** What devices answer, as they send it. */
const DEVICES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/home-assistant/shelly.json'), 'utf8'),
) as Readonly<Record<string, ShellyAnswers>>;

function shelly(prefix: string) {
  const answers = DEVICES[prefix];
  assert.ok(answers);
  const announcement = readShelly(prefix, answers);
  const device = announcedDevice(announcement);
  const exchange = exchangeOf(device);
  const template = templateOf(device.definition, { name: 'shelly', version: '1' });
  const valuesOf = (topic: string, message: unknown) =>
    Object.fromEntries(
      exchange
        .decode(topic, JSON.stringify(message))
        .values.map(({ property, value }) => [property, value] as const),
    );
  return {
    device,
    exchange,
    template,
    /** The values in its answer to `Shelly.GetStatus`. */
    values: valuesOf(`azulejo/${prefix}/rpc`, {
      id: 'Shelly.GetStatus',
      src: prefix,
      result: answers.status,
    }),
    /** The values in a notification. */
    notified: (method: string, params: object) =>
      valuesOf(`${prefix}/events/rpc`, { src: prefix, dst: `${prefix}/events`, method, params }),
    write: (property: string, value: unknown) => {
      const sending = exchange.encode({ component: componentOf(template, property), property, value });
      return sending?.messages.map(({ topic, payload }) => {
        const { method, params, src } = JSON.parse(payload);
        assert.deepEqual([topic, src], [`${prefix}/rpc`, `azulejo/${prefix}`]);
        return [method, params];
      });
    },
  };
}

test('reads a relay of Shelly with a meter and a button', () => {
  const boiler = shelly('shellyplus1pm-a8032abe54dc');
  assert.equal(boiler.device.name, 'Boiler');
  assert.equal(boiler.template.model, 'Plus1PM');
  assert.deepEqual(boiler.values, {
    status: false,
    'active-power': 0,
    voltage: 231.4,
    'ac-frequency': 50,
    current: 0,
    energy: 1824.512,
    'device-temperature': 47.3,
  });
  assert.deepEqual(
    boiler.notified('NotifyStatus', { ts: 1, 'switch:0': { id: 0, output: true, apower: 8.5 } }),
    {
      status: true,
      'active-power': 8.5,
    },
  );
  const event = { component: 'input:0', id: 0, event: 'double_push', ts: 2 };
  assert.deepEqual(boiler.notified('NotifyEvent', { ts: 2, events: [event] }), {
    action: 'button_1_double_push',
  });
  assert.deepEqual(boiler.notified('NotifyStatus', { ts: 3, sys: { cfg_rev: 13 } }), {});
  assert.deepEqual(boiler.write('status', true), [['Switch.Set', { id: 0, on: true }]]);
  assert.deepEqual(boiler.device.availability.length, 1);
});

test('a cover of Shelly goes to a position, and has the states of its two inputs', () => {
  const shutter = shelly('shellyplus2pm-30c6f7821a44');
  assert.equal(shutter.values['position'], 60);
  assert.equal(shutter.notified('NotifyStatus', { 'cover:0': { id: 0, current_pos: 35 } })['position'], 35);
  assert.deepEqual(shutter.write('position', 20), [['Cover.GoToPosition', { id: 0, pos: 20 }]]);
  const words = shutter.template.properties.map(({ id }) => id);
  assert.ok(words.includes('input-1') && words.includes('input-2'), `${words}`);
});

test('a light of Shelly is switched on by a brightness or a colour', () => {
  const shelf = shelly('shellyplusrgbwpm-e465b84a1f08');
  assert.equal(shelf.template.kind, 'color-light');
  assert.deepEqual([shelf.values['status'], shelf.values['brightness']], [true, 40]);
  assert.deepEqual(shelf.values['color'], { h: 30, s: 100, v: 100 });
  assert.deepEqual(shelf.write('brightness', 75), [['RGBW.Set', { id: 0, on: true, brightness: 75 }]]);
  assert.deepEqual(shelf.write('color', { h: 120, s: 100, v: 100 }), [
    ['RGBW.Set', { id: 0, on: true, rgb: [0, 255, 0] }],
  ]);
  assert.deepEqual(shelf.write('status', false), [['RGBW.Set', { id: 0, on: false }]]);
});

test('a Shelly with a battery is there as long as its reports count', () => {
  const { device, exchange, values, notified } = shelly('shellyhtg3-84fce63ad204');
  assert.equal(device.name, 'shellyhtg3-84fce63ad204');
  assert.deepEqual(values, { temperature: 20.6, humidity: 53.1, battery: 82, 'battery-voltage': 5.4 });
  assert.deepEqual(notified('NotifyFullStatus', { 'temperature:0': { id: 0, tC: 19.9 } }), {
    temperature: 19.9,
  });
  assert.deepEqual(device.availability, []);
  assert.equal(exchange.isExpiring, true);
});

test('a meter of Shelly has the power of each phase', () => {
  const { values } = shelly('shellypro3em-08f9e0e5c790');
  assert.equal(values['active-power'], 941.7);
  assert.equal(values['energy'], 182034.1);
  assert.equal(Object.values(values).filter((value) => [240.5, 61, 640.2].includes(Number(value))).length, 3);
});

test('names what a Shelly has that nothing here stands for', () => {
  const status = { sys: {}, 'oven:0': { id: 0, door: 'open' }, 'switch:0': { id: 0, output: true, glow: 7 } };
  const { unmapped } = announcedDevice(readShelly('shelly-x', { info: {}, config: {}, status }));
  assert.deepEqual(
    unmapped.map(({ feature }) => feature),
    ['switch:0 glow', 'oven:0'],
  );
});
