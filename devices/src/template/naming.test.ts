import assert from 'node:assert/strict';
import { test } from 'node:test';
import { booleanWords, choiceLabel, humanize, inSentence, kebab, labelOf, pairOf } from './naming.ts';
import { uuidOf } from './uuid.ts';

test('kebab converts names to ids', () => {
  assert.equal(kebab('fan_mode'), 'fan-mode');
  assert.equal(kebab('Sinopé TH1123ZB'), 'sinope-th1123zb');
  assert.equal(kebab('V3-BTZB/V3-BTZBE'), 'v3-btzb-v3-btzbe');
});

test('humanize, labelOf and inSentence convert names to readable text', () => {
  assert.equal(humanize('not_fully_locked'), 'Not fully locked');
  assert.equal(humanize('OPEN'), 'Open');
  assert.equal(humanize('led_effect'), 'LED effect');
  assert.equal(humanize('LED_EFFECT'), 'LED effect');
  assert.equal(humanize('high_co2_gas'), 'High CO₂ gas');
  assert.equal(humanize('ntc2_sensor'), 'NTC2 sensor');
  assert.equal(humanize('wifi_led_1'), 'Wi-Fi LED 1');
  assert.equal(humanize('color_pinned'), 'Color pinned');
  assert.equal(humanize('ledcolorwhenon'), 'Ledcolorwhenon');
  assert.equal(labelOf('pm25'), 'PM2.5');
  assert.equal(inSentence('Target temperature'), 'target temperature');
  assert.equal(inSentence('PM2.5'), 'PM2.5');
});

test('pairOf returns opposites with the positive value first, and no other two values', () => {
  assert.deepEqual(pairOf(['OFF', 'ON']), ['ON', 'OFF']);
  assert.deepEqual(pairOf(['unlock', 'lock']), ['lock', 'unlock']);
  assert.deepEqual(pairOf([false, true]), [true, false]);
  assert.equal(pairOf(['off', 'heat']), undefined);
  assert.equal(pairOf(['idle', 'heat']), undefined);
  assert.equal(pairOf(['on']), undefined);
  assert.equal(pairOf(['on', 'off', 'auto']), undefined);
});

test('booleanWords returns known labels, else the device’s own, else generic ones', () => {
  assert.deepEqual(booleanWords('locked', 'LOCK', 'UNLOCK', true), ['Locked', 'Unlocked']);
  assert.deepEqual(booleanWords('valve-work-state', 'working', 'idle', false), ['Working', 'Idle']);
  assert.deepEqual(booleanWords('permit-join', 'true', 'false', true), ['Pairing', 'Not pairing']);
  assert.deepEqual(booleanWords('fault', 'true', 'false', false), ['Yes', 'No']);
  assert.deepEqual(booleanWords('boost-heating', 'ON', 'OFF', true), ['On', 'Off']);
});

test('uuidOf returns a UUID of version 5 that depends only on the name', () => {
  assert.equal(uuidOf('IKEA/E1757'), uuidOf('IKEA/E1757'));
  assert.notEqual(uuidOf('IKEA/E1757'), uuidOf('IKEA/E2102'));
  assert.match(uuidOf('x'), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('names the contacts of a relay, and leaves a plain no as it is', () => {
  const labels = (choices: readonly string[]) => choices.map((each) => choiceLabel(each, choices));
  assert.deepEqual(labels(['NO', 'NC', 'OFF']), ['Normally open', 'Normally closed', 'Off']);
  assert.deepEqual(labels(['no', 'threshold']), ['No', 'Threshold']);
});
