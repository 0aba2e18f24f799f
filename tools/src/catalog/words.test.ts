import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidOf } from './uuid.ts';
import { booleanWords, humanize, inSentence, kebab, labelOf, positiveFirst } from './words.ts';

test('names become ids', () => {
  assert.equal(kebab('fan_mode'), 'fan-mode');
  assert.equal(kebab('Sinopé TH1123ZB'), 'sinope-th1123zb');
  assert.equal(kebab('V3-BTZB/V3-BTZBE'), 'v3-btzb-v3-btzbe');
});

test('names become words for people', () => {
  assert.equal(humanize('not_fully_locked'), 'Not fully locked');
  assert.equal(humanize('OPEN'), 'Open');
  assert.equal(labelOf('pm25'), 'PM2.5');
  assert.equal(inSentence('Target temperature'), 'target temperature');
  assert.equal(inSentence('PM2.5'), 'PM2.5');
});

test('of two values the one that says yes is true, else the second', () => {
  assert.deepEqual(positiveFirst('off', 'heat'), ['heat', 'off']);
  assert.deepEqual(positiveFirst('ON', 'OFF'), ['ON', 'OFF']);
  assert.deepEqual(positiveFirst('celsius', 'fahrenheit'), ['fahrenheit', 'celsius']);
});

test('both sides of a boolean have words: known ones, the device’s own, or plain ones', () => {
  assert.deepEqual(booleanWords('locked', 'LOCK', 'UNLOCK', true), ['Locked', 'Unlocked']);
  assert.deepEqual(booleanWords('valve-work-state', 'working', 'idle', false), ['Working', 'Idle']);
  assert.deepEqual(booleanWords('fault', 'true', 'false', false), ['Yes', 'No']);
  assert.deepEqual(booleanWords('boost-heating', 'ON', 'OFF', true), ['On', 'Off']);
});

test('an id depends on its name alone and is a uuid of version 5', () => {
  assert.equal(uuidOf('IKEA/E1757'), uuidOf('IKEA/E1757'));
  assert.notEqual(uuidOf('IKEA/E1757'), uuidOf('IKEA/E2102'));
  assert.match(uuidOf('x'), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
