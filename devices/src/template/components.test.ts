import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, binary, numeric, propertyOf, switchAt, templateWith } from '../testing/exposes.ts';

const SOCKETS = ['1', '2', '3', '4'];
const powers = SOCKETS.map((socket) => at(socket, numeric('power', { unit: 'W' })));
const switches = SOCKETS.map(switchAt);
const strip = [...switches, ...powers];

const idsOf = (exposes: typeof strip) => templateWith(exposes).properties.map(({ id }) => id);

test('every socket of a power strip is a component of the same type with its own number', () => {
  const { components, tiles } = templateWith(strip, 'Power strip');
  assert.deepEqual(
    components.map(({ id, type, label }) => [id, type, label]),
    [1, 2, 3, 4].map((number) => [`socket-${number}`, 'socket', `Socket ${number}`]),
  );
  assert.equal(tiles.length, 4);
});

test('sockets share one property for a feature that all of them have', () => {
  assert.deepEqual(idsOf(strip), ['status', 'active-power']);
});

test('a feature of only one socket becomes a property of the device with the socket’s number', () => {
  const { properties, components } = templateWith([...switches, ...powers.slice(0, 1)]);
  const power = properties.find(({ id }) => id === 'active-power-1');
  assert.deepEqual(power?.components, ['device']);
  assert.equal(power?.label, 'Power 1');
  assert.ok(components.some(({ id }) => id === 'device'));
});

test('a switch of the whole device gets another id than its sockets’ switches', () => {
  const master = { type: 'switch', features: [binary('state', { access: 7 })] };
  const ids = idsOf([...strip, master]);
  assert.ok(ids.includes('status') && ids.includes('status-device'));
  assert.equal(new Set(ids).size, ids.length);
});

test('values of several endpoints without a role are a property each', () => {
  const sensors = ['l1', 'l2'].map((endpoint) => at(endpoint, numeric('temperature', { unit: '°C' })));
  assert.deepEqual(idsOf(sensors), ['temperature-1', 'temperature-2']);
});

test('two features that would have the same id both become properties', () => {
  const exposes = [
    { type: 'light', features: [binary('state', { access: 7 })] },
    { type: 'switch', features: [binary('state', { access: 7, property: 'state_relay' })] },
    numeric('pm2.5'),
    numeric('pm2_5'),
  ];
  assert.deepEqual(idsOf(exposes), ['status', 'switch-status', 'pm2-5', 'other-pm2-5']);
});

test('two spellings of one colour are one property', () => {
  const members = [numeric('x', { access: 7 }), numeric('y', { access: 7 })];
  const color = (name: string) => ({ type: 'composite', name, property: 'color', features: members });
  const lamp = { type: 'light', features: [color('color_xy'), color('color_hs')] };
  assert.deepEqual(idsOf([lamp]), ['color']);
  assert.equal(propertyOf([lamp], 'color').schema, 'color-hsv');
});

test('a device without any usual feature has a tile with the first values that it reports', () => {
  const feeder = [
    binary('feed', { access: 2 }),
    numeric('portions_per_day'),
    numeric('weight_per_day', { unit: 'g' }),
    numeric('error'),
  ];
  const { tiles } = templateWith(feeder);
  assert.deepEqual(
    tiles.map(({ information, actions }) => [information.map(({ property }) => property), actions]),
    [[['portions-per-day', 'weight-per-day'], []]],
  );
});

test('the tile of a soil sensor shows the moisture first and the battery last', () => {
  const percentage = { unit: '%' };
  const sensor = [
    numeric('battery', percentage),
    numeric('temperature'),
    numeric('soil_moisture', percentage),
  ];
  const [tile] = templateWith(sensor).tiles;
  assert.deepEqual(
    tile?.information.map(({ property }) => property),
    ['soil-moisture', 'temperature', 'battery'],
  );
});
