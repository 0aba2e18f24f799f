import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateOf } from '../template/template.ts';
import { announcedIn } from '../testing/announced.ts';
import { createAvailability } from './availability.ts';
import { exchangeOf } from './exchange.ts';
import { readTasmota } from './tasmota.ts';

/** Names that every object has. */
const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

test('a device may use names that every object has', () => {
  for (const name of NAMES)
    for (const component of ['sensor', 'binary_sensor', 'number', 'climate']) {
      const config = {
        ...{ name, stat_t: 'x/state', cmd_t: 'x/set', temp_cmd_t: 'x/temperature', temp_unit: name },
        ...{ dev_cla: name, unit_of_meas: name, stat_cla: 'measurement' },
        dev: { ids: ['x1'], name, mf: name, mdl: name },
      };
      const [device] = announcedIn({ [`homeassistant/${component}/x1/own/config`]: config }).values();
      assert.ok(device);
      const { properties } = templateOf(device.definition, { name: 'test', version: '1' });
      assert.ok(properties.every(({ id, label }) => typeof id === 'string' && typeof label === 'string'));
      assert.ok(exchangeOf(device));
    }
});

/** Topics for which an MQTT server may end the connection (MQTT-1.5.3). */
const TOPICS = ['a\0b', 'a\u0001b', 'a\u007fb', 'a\u009fb', 'a\ufdd0b', 'a\u{1ffff}b', 'a\ud800b'];

test('a topic that an MQTT server may not accept is neither read nor written', () => {
  for (const topic of TOPICS) {
    const config = { stat_t: topic, avty_t: topic, dev: { ids: ['x1'], name: 'X' } };
    const [device] = announcedIn({ 'homeassistant/sensor/x1/own/config': config }).values();
    assert.ok(device);
    assert.deepEqual([device.definition.features, device.unmapped.length], [[], 1], JSON.stringify(topic));
    assert.deepEqual(createAvailability(device.availability).topics, []);
    const written = { ...config, stat_t: 'x/state', cmd_t: topic };
    const [other] = announcedIn({ 'homeassistant/switch/x1/own/config': written }).values();
    assert.equal(other?.definition.features.length, 0, JSON.stringify(topic));
  }
});

test('a device of Tasmota is not asked on a topic that an MQTT server may not accept', () => {
  for (const t of [...TOPICS, '+', '#']) {
    const config = JSON.stringify({ ft: '%prefix%/%topic%/', t, tp: ['cmnd', 'stat', 'tele'], rl: [1] });
    assert.throws(
      () => readTasmota('A4CF12F3E7B0/config', config, config),
      /cannot be written/,
      JSON.stringify(t),
    );
  }
});
