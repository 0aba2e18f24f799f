import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expose } from '../from-exposes.ts';
import { binary, choice, light, numeric, templateWith } from '../testing/exposes.ts';

const kindOf = (exposes: Expose[], description: string) => templateWith(exposes, description).kind;
const action = choice('action', ['single', 'double']);
const temperature = numeric('temperature', { unit: '°C' });

test('a switch panel that measures its own temperature is a button', () => {
  assert.equal(kindOf([action, temperature], 'Slate 8-button switch'), 'button');
  assert.equal(kindOf([temperature], 'Temperature sensor'), 'climate-sensor');
});

test('a device gets its kind from its description when its features say nothing', () => {
  assert.equal(kindOf([binary('alarm')], 'Smoke detector'), 'smoke');
  assert.equal(kindOf([binary('alarm')], 'Water leak sensor'), 'leak');
  assert.equal(kindOf([], 'Signal repeater'), 'repeater');
});

test('a device with a role has the kind of that role, whichever features it has', () => {
  assert.equal(
    kindOf([{ type: 'light', features: [binary('state', { access: 7 })] }], 'Thing'),
    'white-light',
  );
  assert.equal(kindOf([light()], 'Thing'), 'white-light');
  assert.equal(kindOf([{ type: 'climate', features: [choice('system_mode', ['off'])] }], 'X'), 'thermostat');
});

test('gives an unknown device the kind "device" and pictures', () => {
  const template = templateWith([numeric('something')], 'Box');
  assert.deepEqual([template.kind, template.picture], ['device', 'device.png']);
  assert.equal(templateWith([], 'Signal repeater').picture, 'device.png');
});
