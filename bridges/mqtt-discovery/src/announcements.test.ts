import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AnnouncedDevice } from '@azulejo/devices/home-assistant';
import { createAnnouncements } from './announcements.ts';

const OPTIONS = { discoveryPrefix: 'homeassistant', tasmotaPrefix: 'tasmota', skipped: [] };
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

/** Collects what is announced; `settle` resolves the devices as if no more messages arrive. */
function setUp(channels: readonly string[] = []) {
  const timers: (() => void)[] = [];
  const events: string[] = [];
  const unmapped: unknown[] = [];
  const requested: string[] = [];
  let devices: readonly AnnouncedDevice[] = [];
  const { handle } = createAnnouncements(OPTIONS as unknown as Parameters<typeof createAnnouncements>[0], {
    log: (event, details = {}) => {
      events.push(event);
      const listed = details['unmapped'] as readonly { feature: string; code: string }[];
      unmapped.push([details['name'], ...listed.map(({ feature, code }) => `${feature} ${code}`.trim())]);
    },
    hasChannel: (key) => channels.includes(key),
    onChange: (changed) => {
      devices = changed;
    },
    request: (messages) => requested.push(...messages.map(({ topic }) => topic)),
    setTimer: (_ms, run) => {
      timers.push(run);
      return { [Symbol.dispose]: () => void timers.splice(timers.indexOf(run), 1) };
    },
  });
  const settle = () => {
    for (const run of timers.splice(0)) run();
    return devices.map(({ key }) => key);
  };
  const names = () => devices.map(({ name, definition }) => [name, definition.features.length]);
  return { handle, settle, names, events, unmapped, requested };
}

it('logs announcements that cannot be read or mapped, and reads the others', () => {
  const { handle, settle, events } = setUp();
  const dev = (id: string) => `"dev":{"ids":"${id}","name":"${id}"}`;
  for (const [object, config] of [
    ['ids', `"stat_t":"a/b","dev":{"ids":[${DEEP}]}`],
    ['rule', `"stat_t":"a/b","avty":${DEEP},${dev('rule')}`],
    ['odd', `"stat_t":"a/b","dev_cla":"constructor",${dev('odd')}`],
    ['plain', `"stat_t":"a/b",${dev('plain')}`],
  ])
    handle(`homeassistant/sensor/${object}/config`, `{${config}}`);
  assert.deepEqual(settle(), ['odd', 'plain']);
  assert.deepEqual(events, ['not_mapped', 'not_mapped']);
});

it('names what is left out of a device until its announcement changes or leaves', () => {
  const { handle, settle, unmapped } = setUp();
  const topic = 'homeassistant/sensor/a/config';
  const config = { stat_t: 'a/b', dev: { ids: 'a', name: 'Meter' } };
  const broken = JSON.stringify({ ...config, val_tpl: '{{ value | md5 }}' });
  handle(topic, broken);
  settle();
  handle(topic, JSON.stringify(config));
  settle();
  handle(topic, broken);
  settle();
  handle(topic, '');
  settle();
  handle(topic, '[]');
  handle(topic, '[ ]');
  handle(topic, '');
  const missed = ['Meter', 'sensor template_filter'];
  assert.deepEqual(unmapped, [missed, ['Meter'], missed, ['Meter'], [topic, 'no_json'], [topic]]);
});

const announce = (device: object) => JSON.stringify({ stat_t: 'x/state', unit_of_meas: 'W', dev: device });

it('makes one device of the messages that have an identifier or an address in common', () => {
  const { handle, settle, names } = setUp();
  handle('homeassistant/sensor/a/config', announce({ ids: ['x-1', 'aabb'], name: 'Meter' }));
  handle('homeassistant/sensor/b/config', announce({ ids: ['aabb'] }));
  handle('homeassistant/sensor/c/config', announce({ cns: [['mac', 'A4-CF-12-F3-E7-B0']] }));
  handle('homeassistant/sensor/d/config', announce({ ids: 'other', name: 'Other' }));
  assert.deepEqual(settle(), ['aabb', 'a4:cf:12:f3:e7:b0', 'other']);
  handle('homeassistant/sensor/e/config', announce({ ids: 'x-1', cns: [['mac', 'a4cf12f3e7b0']] }));
  assert.deepEqual(settle().length, 2);
  assert.deepEqual(names().toSorted(), [
    ['Meter', 4],
    ['Other', 1],
  ]);
  handle('homeassistant/sensor/e/config', '');
  assert.equal(settle().length, 3);
});

it('keeps the key with which the channel of a device was created', () => {
  const { handle, settle } = setUp(['x-1', 'A4:CF:12:F3:E7:B0']);
  handle('homeassistant/sensor/a/config', announce({ ids: ['x-1', 'aabb'] }));
  handle('homeassistant/sensor/b/config', announce({ cns: [['mac', 'A4:CF:12:F3:E7:B0']] }));
  assert.deepEqual(settle(), ['x-1', 'A4:CF:12:F3:E7:B0']);
});

const MAX_DEVICES = 1_000;
const RELAY = JSON.stringify({ ft: '%prefix%/%topic%/', t: 'plug', tp: ['cmnd', 'stat', 'tele'], rl: [1] });
const macOf = (number: number) => number.toString(16).toUpperCase().padStart(12, '0');

it('finds devices of Tasmota although thousands of others were there before', () => {
  const { handle, settle, events } = setUp();
  for (let number = 1; number <= 2 * MAX_DEVICES; number += 1) {
    handle(`tasmota/${macOf(number)}/config`, number % 2 === 0 ? RELAY : '');
    handle(`tasmota/${macOf(number)}/config`, '');
    handle(`tasmota/${macOf(number)}/sensors`, '');
  }
  handle(`tasmota/${macOf(0)}/config`, RELAY);
  assert.deepEqual([settle(), events], [[macOf(0)], []]);
  handle(`tasmota/${macOf(0)}/config`, '');
  assert.deepEqual(settle(), []);
});

it('logs once that there are more devices of Tasmota than it accepts', () => {
  const { handle, events } = setUp();
  for (let number = 0; number <= 2 * MAX_DEVICES + 1; number += 1)
    handle(`tasmota/${macOf(number)}/config`, RELAY);
  assert.deepEqual(events, ['not_mapped']);
});

it('asks a Shelly although a thousand devices with such a topic have not answered', () => {
  const { handle, events, requested } = setUp();
  for (let number = 0; number < MAX_DEVICES; number += 1) handle(`other-${number}/online`, 'true');
  handle('shellyplus1-a8032abe54dc/online', 'true');
  assert.ok(requested.includes('shellyplus1-a8032abe54dc/rpc'));
  assert.deepEqual(events, []);
});

it('logs once that there are more devices of Shelly than it accepts', () => {
  const { handle, events } = setUp();
  for (let number = 0; number <= MAX_DEVICES + 1; number += 1) {
    handle(`shelly-${number}/online`, 'true');
    handle(`azulejo/shelly-${number}/rpc`, '{"id":"Shelly.GetStatus","result":{}}');
  }
  assert.deepEqual(events, ['not_mapped']);
});

it('asks a Shelly of the first generation what it has, and reads it', () => {
  const { handle, settle, requested } = setUp();
  handle('shellies/announce', '{"id":"shelly1pm-A4CF12","model":"SHSW-PM","mac":"A4CF12"}');
  assert.deepEqual(requested, ['shellies/shelly1pm-A4CF12/command']);
  assert.deepEqual(settle(), []);
  handle('shellies/shelly1pm-A4CF12/info', '{"relays":[{"ison":true}],"meters":[{"power":5}]}');
  assert.deepEqual(settle(), ['shelly1pm-A4CF12']);
  for (const [topic, payload] of [
    ['shellies/announce', '{"id":"a/b"}'],
    ['shellies/announce', '[]'],
    ['shellies/x/info', 'no'],
  ] as const)
    handle(topic, payload);
  assert.deepEqual(settle(), ['shelly1pm-A4CF12']);
});
