import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expose } from '../from-exposes.ts';
import { templateOf } from '../template/template.ts';
import { at, binary, choice, definitionOf, light, numeric, switchAt } from '../testing/exposes.ts';
import { codecOf } from './codec.ts';

const codec = (...exposes: Expose[]) => codecOf(definitionOf(exposes));

/** Returns the values of a message by property. */
const decoded = (exposes: Expose[], message: Record<string, unknown>) =>
  Object.fromEntries(
    codec(...exposes)
      .decode(message)
      .map(({ property, value }) => [property, value]),
  );

const color: Expose = {
  type: 'composite',
  name: 'color_xy',
  property: 'color',
  access: 7,
  features: [numeric('x'), numeric('y')],
};

test('a lamp’s message becomes its values, and a write becomes a message', () => {
  const lamp = light(color);
  assert.deepEqual(decoded([lamp], { state: 'ON', brightness: 127, color: { hue: 30, saturation: 80 } }), {
    status: true,
    brightness: 50,
    color: { h: 30, s: 80, v: 100 },
  });
  const encode = (property: string, value: unknown) =>
    codec(lamp).encode({ component: 'light-bulb', property, value });
  assert.deepEqual(encode('status', false), { key: 'state', endpoint: undefined, value: 'OFF' });
  assert.equal(encode('brightness', 100)?.value, 254);
  assert.deepEqual(encode('color', { h: 30, s: 80, v: 100 })?.value, { hue: 30, saturation: 80 });
  assert.equal(encode('nothing', 1), undefined);
});

test('names the components of the template', () => {
  const strip = definitionOf(['l1', 'l2'].map((endpoint) => at(endpoint, switchAt(endpoint))));
  const { components } = templateOf(strip, { name: 'package', version: '1' });
  assert.deepEqual(
    codecOf(strip).components,
    components.map(({ id }) => id),
  );
  assert.equal(components.length, 2);
});

test('colours in x and y become hue and saturation', () => {
  const of = (x: number, y: number) => decoded([light(color)], { color: { x, y } })['color'];
  assert.deepEqual(of(0.7006, 0.2993), { h: 0, s: 100, v: 100 });
  assert.deepEqual(of(0.1724, 0.7468), { h: 120, s: 100, v: 100 });
  assert.deepEqual(of(0.1355, 0.0399), { h: 240, s: 100, v: 100 });
  assert.equal((of(0.3227, 0.329) as { s: number }).s, 0);
  // Zigbee2MQTT converts hue 47 and saturation 51 to this.
  assert.deepEqual(of(0.3781, 0.387), { h: 47, s: 51, v: 100 });
  assert.equal(of(0.3, 0), undefined);
});

test('the two sockets of a strip keep their own keys', () => {
  const strip = codec(switchAt('l1'), switchAt('l2'));
  assert.deepEqual(strip.decode({ state_l1: 'ON', state_l2: 'OFF', linkquality: 80 }), [
    { component: 'switch-1', property: 'status', value: true },
    { component: 'switch-2', property: 'status', value: false },
  ]);
  assert.deepEqual(strip.encode({ component: 'switch-2', property: 'status', value: true }), {
    key: 'state_l2',
    endpoint: 'l2',
    value: 'ON',
  });
});

test('values that the device did not declare are kept', () => {
  const exposes = [
    choice('running_state', ['idle', 'heat']),
    choice('action', ['single']),
    numeric('temperature', { unit: '°C', access: 3, value_min: 5, value_max: 30 }),
  ];
  assert.deepEqual(decoded(exposes, { running_state: 'cool', action: 'shake', temperature: 0 }), {
    'running-state': 'cool',
    action: 'shake',
    temperature: 0,
  });
});

test('values of another type than the property’s are left out', () => {
  const exposes = [binary('fan'), numeric('speed'), choice('mode', ['low', 'high', 'off']), color];
  const message = { fan: 'SPINNING', speed: 'fast', mode: null, color: 'red' };
  assert.deepEqual(decoded(exposes, message), {});
  assert.deepEqual(decoded(exposes, { speed: Number.NaN, fan: 'on' }), { fan: true });
});

test('a battery of more than 100 % is full', () => {
  assert.deepEqual(decoded([numeric('battery', { unit: '%' })], { battery: 138 }), { battery: 100 });
});

test('choices that are numbers stay numbers for the device', () => {
  const program = codec(choice('program', [1, 2, 3], { access: 3 }));
  const [{ component = '' } = {}] = program.decode({ program: 2 });
  assert.equal(program.decode({ program: 2 })[0]?.value, '2');
  assert.equal(program.encode({ component, property: 'program', value: '2' })?.value, 2);
});

test('contacts are open when the device says there is no contact', () => {
  const contact = binary('contact', { value_on: false, value_off: true });
  assert.deepEqual(decoded([contact], { contact: false }), { open: true });
});

test('members of composites and items of lists are converted', () => {
  const rule: Expose = {
    type: 'composite',
    name: 'rule',
    property: 'rule',
    access: 3,
    features: [binary('armed', { access: 3 }), numeric('level', { access: 3 })],
  };
  const exposes = [rule, { type: 'list', name: 'rules', property: 'rules', access: 3, item_type: rule }];
  const ours = { armed: true, level: 3 };
  const theirs = { armed: 'ON', level: 3 };
  const found = codec(...exposes).decode({ rule: { ...theirs, other: 1 }, rules: [theirs, 'x'] });
  assert.deepEqual(
    found.map(({ value }) => value),
    [ours, [ours]],
  );
  for (const { component, property, value } of found)
    assert.deepEqual(
      codec(...exposes).encode({ component, property, value })?.value,
      property === 'rule' ? theirs : [theirs],
    );
});

test('every declared value comes back as it was', () => {
  const exposes = [
    ...['l1', 'l2'].map((endpoint) => at(endpoint, choice('mode', ['a', 'b', 'c'], { access: 3 }))),
    light(numeric('color_temp', { access: 7, unit: 'mired', value_min: 150, value_max: 500 })),
    binary('lock', { access: 3, value_on: 'LOCK', value_off: 'UNLOCK' }),
  ];
  const message = {
    mode_l1: 'b',
    mode_l2: 'c',
    state: 'OFF',
    brightness: 254,
    color_temp: 300,
    lock: 'LOCK',
  };
  const both = codec(...exposes);
  const back = both.decode(message).map((value) => {
    const { key = '', value: own } = both.encode(value) ?? {};
    return [key, own] as const;
  });
  assert.deepEqual(Object.fromEntries(back), message);
});
