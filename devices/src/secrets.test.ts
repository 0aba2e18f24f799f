import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codecOf } from './codec/codec.ts';
import { type Expose, secretsIn } from './from-exposes.ts';
import { isNameOfSecret } from './secrets.ts';
import { shapeHashOf } from './template/identity.ts';
import { binary, choice, definitionOf, numeric, templateWith } from './testing/exposes.ts';

const text = (name: string, access = 3): Expose => ({ type: 'text', name, property: name, access });
const composite = (name: string, ...features: Expose[]): Expose => ({
  type: 'composite',
  name,
  property: name,
  access: 7,
  features,
});

const pinCode = composite(
  'pin_code',
  numeric('user', { access: 2 }),
  choice('user_type', ['unrestricted', 'master'], { access: 2 }),
  numeric('pin_code', { access: 2 }),
);
const locked: Expose = {
  type: 'lock',
  features: [binary('state', { access: 7, value_on: 'LOCK', value_off: 'UNLOCK' })],
};
const usual = [locked, numeric('action_user')];
const lock = [...usual, pinCode, text('last_used_pin_code', 1)];

test('the template of a lock has no property for the PIN codes of its users', () => {
  const { id, properties } = templateWith(lock, 'Door lock');
  assert.deepEqual(
    properties.map((property) => property.id),
    ['locked', 'action-user'],
  );
  assert.ok(!/pin/i.test(JSON.stringify(properties)));
  assert.deepEqual(secretsIn(lock), ['pin_code', 'last_used_pin_code']);
  assert.equal(id, templateWith(usual, 'Door lock').id);
});

test('decodes a report of a lock that contains PIN codes without the codes', () => {
  const codec = codecOf(definitionOf(lock));
  const values = codec.decode({
    state: 'LOCK',
    action_user: 2,
    pin_code: { user: 2, user_type: 'unrestricted', user_enabled: true, pin_code: 4711 },
    last_used_pin_code: '4711',
    users: { 2: { status: 'enabled', pin_code: '4711' } },
  });
  assert.deepEqual(values, [
    { component: 'lock', property: 'locked', value: true },
    { component: 'lock', property: 'action-user', value: 2 },
  ]);
  const write = { component: 'lock', property: 'pin-code', value: { user: 2, pin_code: 4711 } };
  assert.equal(codec.encode(write), undefined);
});

test('a device is not asked for its secrets', () => {
  assert.deepEqual(
    definitionOf(lock).features.map(({ key }) => key),
    ['state', 'action_user'],
  );
});

test('a composite is left out as a whole for one secret in it, at any depth', () => {
  const wifi = composite('wifi_config', text('ssid'), text('password', 2));
  const rows: Expose = { type: 'list', name: 'rows', property: 'rows', access: 3, item_type: pinCode };
  const deep = composite('setup', composite('network', text('passphrase')));
  const exposes = [wifi, rows, deep, text('ssid')];
  assert.deepEqual(secretsIn(exposes), ['wifi_config', 'rows', 'setup']);
  assert.deepEqual(
    definitionOf(exposes).features.map(({ name }) => name),
    ['ssid'],
  );
});

test('does not take switches, choices and measurements for secrets by their names', () => {
  const exposes = [
    binary('pin_code'),
    choice('password', ['on', 'off']),
    numeric('token', { unit: 's' }),
    composite('clear_pin_code', numeric('user')),
  ];
  assert.deepEqual(secretsIn(exposes), []);
  assert.deepEqual(secretsIn([choice('password', []), numeric('pin_code')]), ['password', 'pin_code']);
});

test('distinguishes names of secrets from those of other codes and keys', () => {
  const secrets = [
    'PIN',
    'pinCode',
    'Wi-Fi password',
    'wifi_key',
    'user codes',
    'action_code',
    'unlock_door',
  ];
  const others = [
    'min_pin_length',
    'num_pin_users',
    'error_code',
    'ir_code_to_send',
    'pairing_code',
    'key_1',
  ];
  assert.deepEqual(
    secrets.filter((name) => !isNameOfSecret(name)),
    [],
  );
  assert.deepEqual([...others, 'ssid', 'spin', 'keypad_lockout'].filter(isNameOfSecret), []);
});

test('gives models that differ only in secrets the same template', () => {
  const { features } = definitionOf(lock);
  assert.equal(shapeHashOf(features), shapeHashOf(definitionOf(usual).features));
});
