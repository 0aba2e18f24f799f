import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateOf } from '../template/template.ts';
import { unmapped } from '../template/unmapped.ts';
import { announcedIn } from '../testing/announced.ts';
import { readAnnouncement } from './entity.ts';
import { exchangeOf } from './exchange.ts';
import { NotMapped } from './text.ts';

/** Returns the only device of these messages, below the discovery prefix. */
function deviceOf(announce: Readonly<Record<string, unknown>>) {
  const devices = announcedIn(
    Object.fromEntries(
      Object.entries(announce).map(([topic, payload]) => [`homeassistant/${topic}`, payload]),
    ),
  );
  const [device] = devices.values();
  assert.ok(device);
  assert.equal(devices.size, 1);
  return device;
}

const dev = { ids: ['x1'], name: 'Thing', mf: 'Acme', mdl: 'T1' };

/** Returns the exchange of a device with one entity, with shortened addresses. */
function single(component: string, config: Readonly<Record<string, unknown>>) {
  const device = deviceOf({ [`${component}/x1/own/config`]: { ...config, dev } });
  const exchange = exchangeOf(device);
  const template = templateOf(device.definition, { name: 'test', version: '1' });
  const [component0] = template.components;
  return {
    device,
    template,
    receive: (topic: string, payload: string) =>
      Object.fromEntries(
        exchange.decode(topic, payload).values.map(({ property, value }) => [property, value]),
      ),
    write: (property: string, value: unknown) =>
      exchange
        .encode({ component: component0?.id ?? '', property, value })
        ?.messages.map(({ topic, payload }) => `${topic} ${payload}`),
  };
}

test('one message may announce a device with all its components', () => {
  const device = deviceOf({
    'device/x1/config': {
      dev,
      o: { name: 'acme2mqtt' },
      stat_t: '~/state',
      '~': 'acme/x1',
      cmps: {
        temp: { p: 'sensor', dev_cla: 'temperature', unit_of_meas: '°C', val_tpl: '{{ value_json.t }}' },
        relay: { p: 'switch', cmd_t: '~/set', val_tpl: '{{ value_json.on }}', pl_on: true, pl_off: false },
        gone: { p: 'sensor' },
      },
    },
  });
  assert.equal(device.origin, 'acme2mqtt');
  const { decode, encode, topics } = exchangeOf(device);
  assert.deepEqual(topics, ['acme/x1/state']);
  assert.deepEqual(decode('acme/x1/state', '{"t":20.5,"on":true}').values, [
    { component: 'switch', property: 'temperature', value: 20.5 },
    { component: 'switch', property: 'status', value: true },
  ]);
  assert.deepEqual(encode({ component: 'switch', property: 'status', value: false })?.messages, [
    { topic: 'acme/x1/set', payload: 'False', retain: false },
  ]);
});

test('two devices of a model have the same template, whatever their names', () => {
  const of = (id: string, name: string) =>
    deviceOf({
      [`sensor/${id}-LYW-tempc/config`]: {
        name: `${name} tempc`,
        uniq_id: `${id}-tempc`,
        stat_t: `home/${id}`,
        dev_cla: 'temperature',
        unit_of_meas: '°C',
        dev: { ids: [id], name, mdl: 'LYW', mf: 'Acme' },
      },
      [`sensor/${id}-LYW-dew/config`]: {
        name: `${name} dew point`,
        stat_t: `home/${id}`,
        dev_cla: 'temperature',
        unit_of_meas: '°C',
        dev: { ids: [id], name, mdl: 'LYW', mf: 'Acme' },
      },
    });
  const templates = [of('A1', 'Attic'), of('B2', 'Cellar west')].map(({ definition }) =>
    templateOf(definition, { name: 'test', version: '1' }),
  );
  assert.deepEqual(templates[0], templates[1]);
  assert.deepEqual(
    templates[0]?.properties.map(({ id }) => id),
    ['temperature', 'tempc'],
  );
});

test('several switches are components of the device', () => {
  const device = deviceOf({
    'switch/x1/left/config': { cmd_t: 'a', stat_t: 'b', name: 'Left', dev },
    'switch/x1/right/config': { cmd_t: 'c', stat_t: 'd', name: 'Right', dev },
    'switch/x1/lock/config': { cmd_t: 'e', stat_t: 'f', name: 'Child lock', ent_cat: 'config', dev },
  });
  assert.deepEqual(exchangeOf(device).decode('d', 'ON').values, [
    { component: 'switch-right', property: 'status', value: true },
  ]);
  assert.deepEqual(exchangeOf(device).decode('f', 'OFF').values, [
    { component: 'device', property: 'child-lock', value: false },
  ]);
});

test('reads a thermostat, also in Fahrenheit', () => {
  const { template, receive, write } = single('climate', {
    curr_temp_t: 'a/now',
    temp_stat_t: 'a/target',
    temp_cmd_t: 'a/target/set',
    mode_stat_t: 'a/mode',
    mode_cmd_t: 'a/mode/set',
    modes: ['off', 'heat', 'auto'],
    act_t: 'a/action',
    min_temp: 41,
    max_temp: 95,
    temp_step: 0.5,
    temp_unit: 'F',
  });
  assert.equal(template.kind, 'thermostat');
  const target = template.properties.find(({ id }) => id === 'current-heating-setpoint');
  assert.equal(target?.unitsOptions.vendorUnit, 'fahrenheit');
  assert.deepEqual(receive('a/now', '68.5'), { 'local-temperature': 68.5 });
  assert.deepEqual(receive('a/action', 'heating'), { 'running-state': 'heating' });
  assert.deepEqual(write('current-heating-setpoint', 70.5), ['a/target/set 70.5']);
  assert.deepEqual(write('system-mode', 'auto'), ['a/mode/set auto']);
});

test('a cover counts its positions as it likes', () => {
  const { template, receive, write } = single('cover', {
    cmd_t: 'c/set',
    stat_t: 'c/state',
    pos_t: 'c/position',
    set_pos_t: 'c/position/set',
    set_pos_tpl: '{"p":{{ value }}}',
    pos_open: 0,
    pos_clsd: 99,
  });
  assert.equal(template.kind, 'cover');
  assert.deepEqual(receive('c/position', '99'), { position: 0 });
  assert.deepEqual(receive('c/position', '0'), { position: 100 });
  assert.deepEqual(receive('c/state', 'opening'), { command: 'opening' });
  assert.deepEqual(receive('c/state', 'closed'), { command: 'CLOSE' });
  assert.deepEqual(write('position', 100), ['c/position/set {"p":0}']);
  assert.deepEqual(write('command', 'STOP'), ['c/set STOP']);
});

test('a lock has other words for states than for commands', () => {
  const { template, receive, write } = single('lock', { cmd_t: 'l/set', stat_t: 'l' });
  assert.equal(template.kind, 'lock');
  assert.deepEqual(receive('l', 'LOCKED'), { locked: true });
  assert.deepEqual(receive('l', 'JAMMED'), {});
  assert.deepEqual(write('locked', false), ['l/set UNLOCK']);
  assert.deepEqual(single('lock', { cmd_t: 'l/set', code_format: '^\\d+$' }).device.unmapped, [
    unmapped('lock own', 'lock_code'),
  ]);
});

test('reads a light with a topic for each value, its temperature in kelvin', () => {
  const { receive, write } = single('light', {
    cmd_t: 'l/set',
    stat_t: 'l',
    bri_cmd_t: 'l/bri/set',
    bri_stat_t: 'l/bri',
    bri_scl: 100,
    clr_temp_cmd_t: 'l/ct/set',
    clr_temp_stat_t: 'l/ct',
    clr_temp_k: true,
    min_k: 2000,
    max_k: 6500,
    rgb_cmd_t: 'l/rgb/set',
    rgb_stat_t: 'l/rgb',
  });
  assert.deepEqual(receive('l/ct', '4000'), { 'color-temperature': 250 });
  assert.deepEqual(write('color-temperature', 250), ['l/ct/set 4000']);
  assert.deepEqual(receive('l/rgb', '0,0,255'), { color: { h: 240, s: 100, v: 100 } });
  assert.deepEqual(write('color', { h: 60, s: 100, v: 100 }), ['l/rgb/set 255,255,0']);
  assert.deepEqual(write('brightness', 30), ['l/bri/set 30']);
});

test('reads a light by templates', () => {
  const { receive, write } = single('light', {
    schema: 'template',
    cmd_t: 'l/set',
    stat_t: 'l',
    cmd_on_tpl: 'on{% if brightness is defined %},{{ brightness }}{% endif %}',
    cmd_off_tpl: 'off',
    stat_tpl: "{{ value.split(',')[0] }}",
    bri_tpl: "{{ value.split(',')[1] }}",
  });
  assert.deepEqual(receive('l', 'on,255'), { status: true, brightness: 100 });
  assert.deepEqual(write('status', true), ['l/set on']);
  assert.deepEqual(write('status', false), ['l/set off']);
  assert.deepEqual(write('brightness', 100), ['l/set on,255']);
});

test('events and triggers become actions', () => {
  const button = single('event', { stat_t: 'b', evt_typ: ['press', 'hold'] });
  assert.deepEqual(button.receive('b', '{"event_type":"hold"}'), { action: 'hold' });
  const trigger = { atype: 'trigger', t: 'r', type: 'button_short_press', pl: 'on' };
  const remote = deviceOf({
    'device_automation/x1/one/config': { ...trigger, stype: 'turn_on', dev },
    'device_automation/x1/two/config': { ...trigger, stype: 'turn_off', pl: 'off', dev },
  });
  assert.deepEqual(exchangeOf(remote).decode('r', 'off').values, [
    { component: 'button', property: 'action', value: 'turn_off_button_short_press' },
  ]);
});

test('the firmware of a device is shown, and can be updated', () => {
  const { receive, write } = single('update', { stat_t: 'u', cmd_t: 'u/set', pl_inst: 'go' });
  assert.deepEqual(receive('u', '{"installed_version":"1.0","latest_version":"1.1"}'), {
    firmware: '1.0',
    'firmware-available': '1.1',
  });
  assert.deepEqual(write('update', 'go'), ['u/set go']);
});

test('an entity that cannot be read does not stop the others', () => {
  const device = deviceOf({
    'sensor/x1/a/config': { stat_t: 'a', unit_of_meas: 'V', dev },
    'sensor/x1/b/config': { stat_t: 'a', val_tpl: '{{ value | md5 }}', dev },
    'sensor/x1/c/config': { stat_t: '#', dev },
    'switch/x1/d/config': { cmd_t: 'set/#', dev },
    'sensor/x1/e/config': { dev },
  });
  assert.deepEqual(
    device.unmapped.map(({ feature, reason }) => `${feature}: ${reason}`),
    [
      'sensor b: a template with the filter md5',
      'sensor c: a topic that cannot be read',
      'sensor e: no state topic',
      'switch d: a topic that cannot be written',
    ],
  );
  assert.deepEqual(exchangeOf(device).topics, ['a']);
});

test('names the entities beyond the limit of a device', () => {
  const cmps = Object.fromEntries(
    Array.from({ length: 252 }, (_, index) => [`s${1000 + index}`, { p: 'sensor', stat_t: 's' }]),
  );
  const device = deviceOf({ 'device/x1/config': { cmps, dev } });
  assert.deepEqual(
    [device.definition.features.length, ...device.unmapped],
    [250, unmapped('sensor s1250', 'too_many_entities'), unmapped('sensor s1251', 'too_many_entities')],
  );
});

test('an empty message removes a device, and invalid JSON is refused', () => {
  assert.equal(readAnnouncement('sensor/x1/a/config', ''), undefined);
  for (const payload of ['{', '[]', '1'])
    assert.throws(() => readAnnouncement('sensor/x1/a/config', payload), NotMapped);
  assert.throws(() => readAnnouncement('sensor/x1/a/state', '{}'), NotMapped);
});

test('treats a device that only measures as available until its reports expire', () => {
  const expiring = { stat_t: 'x/state', unit_of_meas: '°C', exp_aft: 300 };
  const { isExpiring, decode } = exchangeOf(single('sensor', expiring).device);
  assert.equal(isExpiring, true);
  assert.deepEqual(
    decode('x/state', '21').expiries.map(({ afterSeconds }) => afterSeconds),
    [300],
  );
  assert.deepEqual(decode('x/state', 'no number').expiries, []);
  const forEver = { ...expiring, exp_aft: 30 * 86_400 };
  assert.equal(exchangeOf(single('sensor', forEver).device).isExpiring, false);
  const plug = deviceOf({
    'sensor/x1/power/config': { ...expiring, dev },
    'switch/x1/relay/config': { cmd_t: 'x/set', stat_t: 'x/relay', dev },
  });
  assert.equal(exchangeOf(plug).isExpiring, false);
});

test('secrets are left out and named', () => {
  const device = deviceOf({
    'text/x1/a/config': { cmd_t: 'a', stat_t: 'a', name: 'Message', mode: 'password', dev },
    'text/x1/b/config': { cmd_t: 'b', stat_t: 'b', name: 'User code', dev },
    'sensor/x1/c/config': { stat_t: 'c', name: 'WiFi password', dev },
    'number/x1/d/config': { cmd_t: 'd', name: 'PIN', dev },
    'switch/x1/e/config': { cmd_t: 'e', name: 'PIN code', ent_cat: 'config', dev },
    'sensor/x1/f/config': { stat_t: 'f', name: 'SSID', dev },
    'button/x1/g/config': { cmd_t: 'g', name: 'Reset password', dev },
  });
  assert.deepEqual(
    device.unmapped.map(({ feature, reason }) => `${feature}: ${reason}`),
    [
      'number pin: a secret',
      'sensor wifi-password: a secret',
      'text message: a secret',
      'text user-code: a secret',
    ],
  );
  const { topics, decode } = exchangeOf(device);
  assert.deepEqual(topics, ['f']);
  assert.deepEqual(decode('c', 'swordfish').values, []);
  assert.deepEqual(
    templateOf(device.definition, { name: 'test', version: '1' })
      .properties.map(({ id }) => id)
      .toSorted(),
    ['pin-code', 'reset-password', 'ssid'],
  );
});
