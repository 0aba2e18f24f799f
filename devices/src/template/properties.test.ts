import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitsTableV2 } from '@azulejo/units';
import { binary, choice, light, numeric, propertyOf, templateWith } from '../testing/exposes.ts';

const classOf = (name: string) => propertyOf([numeric(name)], name.replaceAll('_', '-')).classes[0];

test('classes group properties by whole words', () => {
  assert.equal(classOf('co'), 'com.muzzley.properties.air.co');
  assert.equal(classOf('co2'), 'com.muzzley.properties.air.co2');
  assert.equal(classOf('voc_index'), 'com.muzzley.properties.air.voc-index');
  assert.equal(classOf('countdown'), 'com.muzzley.properties.device.countdown');
  assert.equal(classOf('cool_down_time'), 'com.muzzley.properties.device.cool-down-time');
  assert.equal(
    classOf('current_heating_setpoint'),
    'com.muzzley.properties.climate.current-heating-setpoint',
  );
  const cover = { type: 'cover', features: [choice('state', ['OPEN', 'CLOSE', 'STOP'], { access: 3 })] };
  assert.equal(propertyOf([cover], 'command').classes[0], 'com.muzzley.properties.movement.command');
});

test('units have one spelling, and one that no table has is shown as it is', () => {
  const shown = (unit: string) =>
    propertyOf([numeric('delay', { access: 3, unit, value_min: 0, value_max: 60 })], 'delay');
  for (const unit of ['s', 'sec', 'sec.', 'Sec', 'seconds']) {
    assert.equal(shown(unit).schema, 'duration', unit);
    assert.equal(shown(unit).unitsOptions.vendorUnit, 'second', unit);
  }
  assert.equal(shown('Hours').unitsOptions.vendorUnit, 'hour');
  assert.equal(shown('kPa').unitsOptions.vendorUnit, 'kilopascal');
  assert.equal(shown('furlong').controlInterfaces[0]?.config['suffix'], ' furlong');
  assert.equal(shown('furlong').unitsOptions.vendorUnit, '');
  assert.equal(shown('raw').controlInterfaces[0]?.config['suffix'], undefined);
});

test('every unit of the table is that of a property, and phone apps get those of their own table', () => {
  for (const [key, { suffix }] of Object.entries(unitsTableV2.unitSpec)) {
    if (key === 'number' || key === 'mired') continue;
    const { unitsOptions } = propertyOf([numeric('limit', { unit: suffix.trim() })], 'limit');
    assert.equal(unitsOptions.vendorUnit, key);
    for (const target of [unitsOptions.targetMetric, unitsOptions.targetImperial])
      assert.ok(target === key || unitsTableV2.unitCalc[key]?.[target], `${key} to ${target}`);
  }
  const drawn = (unit: string) => templateWith([numeric('power', { unit })]).tiles[0]?.information[0];
  assert.equal(drawn('W')?.type, 'text-unit');
  assert.deepEqual([drawn('Wh')?.type, drawn('Wh')?.options.suffix], ['text-expression', ' Wh']);
});

test('temperatures in Fahrenheit are converted for metric users', () => {
  const { schema, unitsOptions } = propertyOf([numeric('limit', { unit: '℉' })], 'limit');
  assert.equal(schema, 'number');
  assert.deepEqual(unitsOptions, {
    vendorUnit: 'fahrenheit',
    targetMetric: 'celsius',
    targetImperial: 'fahrenheit',
  });
});

test('a temperature difference is not converted to Fahrenheit', () => {
  const targetOf = (name: string) =>
    propertyOf([numeric(name, { unit: '°C' })], name.replaceAll('_', '-')).unitsOptions.targetImperial;
  assert.equal(targetOf('temperature_calibration'), 'celsius');
  assert.equal(targetOf('temperature'), 'fahrenheit');
});

test('only opposites are booleans: a device may report a third value', () => {
  assert.equal(propertyOf([choice('valve', ['CLOSE', 'OPEN'])], 'valve').schema, 'boolean');
  const running = propertyOf([choice('running_state', ['idle', 'heat'])], 'running-state');
  assert.equal(running.schema, 'choice');
  assert.deepEqual(running.schemaExtension, { enum: ['idle', 'heat'] });
});

test('a button press is an event even when only two are declared', () => {
  assert.equal(propertyOf([choice('action', ['on', 'off'])], 'action').schema, 'event');
});

test('ranges in which nothing can be set are left out', () => {
  const property = propertyOf([numeric('level', { access: 3, value_min: 5, value_max: 5 })], 'level');
  assert.equal(property.controlInterfaces[0]?.controlInterface, 'number');
  assert.deepEqual(property.schemaExtension, {});
});

test('more choices than a person can look through are typed', () => {
  const values = Array.from({ length: 600 }, (_, index) => `tone_${index}`);
  const property = propertyOf([choice('melody', values, { access: 3 })], 'melody');
  assert.equal(property.schema, 'text');
  assert.equal(property.controlInterfaces[0]?.controlInterface, 'text');
});

test('a choice without a word gets a label', () => {
  const { controlInterfaces } = propertyOf([choice('mode', ['', 'auto'], { access: 3 })], 'mode');
  assert.deepEqual(controlInterfaces[0]?.config['options'], [
    { label: 'None', value: '' },
    { label: 'Auto', value: 'auto' },
  ]);
  const reset = propertyOf([choice('reset', [''], { access: 2 })], 'reset');
  assert.deepEqual(reset.controlInterfaces, [
    { id: 'value', controlInterface: 'button', config: { label: 'Send', value: '' } },
  ]);
});

test('controls of a composite in a composite are named by their path', () => {
  const region = (name: string) => ({
    type: 'composite',
    name,
    property: name,
    features: [numeric('width', { access: 2 })],
  });
  const area = {
    type: 'composite',
    name: 'area',
    property: 'area',
    features: [region('left'), region('right')],
  };
  const { controlInterfaces, actions } = propertyOf([area], 'area');
  assert.deepEqual(
    controlInterfaces.map(({ id, config }) => [id, config['label']]),
    [
      ['left.width', 'Left: Width'],
      ['right.width', 'Right: Width'],
    ],
  );
  assert.deepEqual(actions[0]?.inputs[1]?.path, [{ source: '$', target: '$.right.width' }]);
});

test('lists have a schema and no control', () => {
  const schedule = { type: 'list', name: 'schedule', property: 'schedule', access: 3, item_type: 'text' };
  const { schema, schemaExtension, controlInterfaces } = propertyOf([schedule], 'schedule');
  assert.equal(schema, 'list');
  assert.deepEqual(schemaExtension, { items: { type: 'string' } });
  assert.deepEqual(controlInterfaces, []);
});

test('a switch of a function is named by its property', () => {
  const child = {
    type: 'switch',
    endpoint: 'l1',
    features: [binary('state', { access: 7, property: 'window_detection_l1', endpoint: 'l1' })],
  };
  assert.equal(propertyOf([child], 'window-detection').schema, 'boolean');
});

test('the brightness of a light is a percentage with a slider', () => {
  const { schema, controlInterfaces } = propertyOf([light()], 'brightness');
  assert.equal(schema, 'percentage');
  assert.equal(controlInterfaces[0]?.config['max'], 100);
});

test('a device without features is a valid template without tiles', () => {
  const { properties, tiles, components } = templateWith([]);
  assert.deepEqual([properties, tiles, components.length], [[], [], 1]);
});
