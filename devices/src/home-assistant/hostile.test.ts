import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateOf } from '../template/template.ts';
import { announcedIn } from '../testing/announced.ts';
import { exchangeOf } from './exchange.ts';

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
