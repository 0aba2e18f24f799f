import assert from 'node:assert/strict';
import { it } from 'node:test';
import { templateOf } from '@azulejo/devices';
import {
  type AnnouncedDevice,
  type Announcement,
  announcedDevice,
  readAnnouncement,
} from '@azulejo/devices/home-assistant';
import { createManager } from '@azulejo/sdk/manager';
import { newApplication } from '../../support/people.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

const [S, C] = ['thing/state', 'thing/set'];
const LONG = 'x'.repeat(500);

/** Each kind of entity, plain and as odd as discovery messages may be. */
const ENTITIES: readonly (readonly [component: string, config: Readonly<Record<string, unknown>>])[] = [
  ['alarm_control_panel', { stat_t: S, cmd_t: C }],
  ['binary_sensor', { stat_t: S, dev_cla: 'door' }],
  ['binary_sensor', { stat_t: S, dev_cla: 'lock', pl_on: '1', pl_off: '0' }],
  ['button', { cmd_t: C }],
  ['climate', { curr_temp_t: S, temp_cmd_t: C, mode_cmd_t: C, modes: ['off', 'heat'], temp_step: 0.1 }],
  ['climate', { temp_cmd_t: C, mode_cmd_t: C, modes: [] }],
  ['cover', { cmd_t: C, stat_t: S, pos_t: S, set_pos_t: C, tilt_cmd_t: C, tilt_status_t: S }],
  ['date', { cmd_t: C }],
  ['device_automation', { atype: 'trigger', t: S, type: 'press', stype: 'one', pl: 'x' }],
  ['device_tracker', { stat_t: S }],
  ['event', { stat_t: S, evt_typ: ['press', 'hold'] }],
  ['event', { stat_t: S, evt_typ: [] }],
  ['fan', { cmd_t: C, pct_cmd_t: C, spd_rng_max: 4, pr_mode_cmd_t: C, pr_modes: ['auto'], osc_cmd_t: C }],
  ['humidifier', { cmd_t: C, hum_cmd_t: C, mode_cmd_t: C, modes: ['eco', 'boost'] }],
  ['lawn_mower', { activity_state_topic: S, dock_command_topic: C }],
  ['light', { cmd_t: C, hs_cmd_t: C, rgb_cmd_t: C, xy_cmd_t: C }],
  ['light', { schema: 'json', cmd_t: C, stat_t: S, sup_clrm: ['hs', 'color_temp'] }],
  ['light', { schema: 'json', cmd_t: C, fx_list: Array.from({ length: 400 }, (_, index) => `e${index}`) }],
  ['lock', { cmd_t: C, stat_t: S, pl_open: 'OPEN' }],
  ['notify', { cmd_t: C }],
  ['number', { cmd_t: C, min: 0, max: 0 }],
  ['number', { cmd_t: C, min: -40, max: 1e9, step: 0.001, unit_of_meas: '°C' }],
  ['scene', { cmd_t: C }],
  ['select', { cmd_t: C, ops: ['a', ''] }],
  ['select', { cmd_t: C, ops: [] }],
  ['sensor', { stat_t: S, unit_of_meas: '<script>', name: '名前' }],
  ['sensor', { stat_t: S, unit_of_meas: LONG, name: LONG }],
  ['sensor', { stat_t: S, dev_cla: 'battery', unit_of_meas: 'V' }],
  ['sensor', { stat_t: S, dev_cla: 'enum', ops: ['x', 'y'] }],
  ['siren', { cmd_t: C }],
  ['switch', { cmd_t: C }],
  ['text', { cmd_t: C, stat_t: S }],
  ['update', { stat_t: S, cmd_t: C }],
  ['vacuum', { stat_t: S, cmd_t: C }],
  ['valve', { cmd_t: C, stat_t: S }],
  ['valve', { cmd_t: C, stat_t: S, pos: true }],
  ['water_heater', { temp_cmd_t: C, mode_cmd_t: C, modes: ['eco', 'off'] }],
];

function announcementOf(index: number, device: Readonly<Record<string, unknown>>) {
  const [component, config] = ENTITIES[index] ?? ['', {}];
  const payload = JSON.stringify({ name: `Entity ${index}`, ...config, dev: device });
  const announcement = readAnnouncement(`${component}/node/e${index}/config`, payload);
  assert.ok(announcement);
  return announcement;
}

function together([first, ...others]: readonly Announcement[]): AnnouncedDevice {
  assert.ok(first);
  return announcedDevice(first, ...others);
}

/** A device for each entity, some with names that are too long, and one with all entities. */
const devices: readonly AnnouncedDevice[] = [
  ...ENTITIES.map((_, index) => announcedDevice(announcementOf(index, { ids: [`plain-${index}`] }))),
  ...ENTITIES.map((_, index) =>
    announcedDevice(announcementOf(index, { ids: [`long-${index}`], mf: LONG, mdl: LONG, name: LONG })),
  ),
  together(ENTITIES.map((_, index) => announcementOf(index, { ids: ['all'], mf: 'Acme', mdl: 'All' }))),
];

async function setUp(stage: Stage) {
  const platform = await stage.start();
  const { clientId, secret } = await newApplication(platform, { type: 'manager', name: 'Announced' });
  return createManager({ url: platform.url, clientId, clientSecret: secret });
}

onSqlite('the templates of announced devices', setUp, (scene) => {
  it('stores all templates of announced devices', async () => {
    const source = { name: 'mqtt-discovery', version: '1' };
    const templates = devices.map(({ definition }) => templateOf(definition, source));
    const unique = [...new Map(templates.map((template) => [template.id, template])).values()];
    assert.ok(unique.length > ENTITIES.length);
    const { elements } = await scene().templates.store(unique);
    assert.deepEqual(
      elements.filter(({ state }) => state === 'refused').map(({ errors }) => errors),
      [],
    );
    assert.equal(elements.length, unique.length);
  });

  it('includes all that was announced in the templates', () => {
    assert.deepEqual(
      devices.flatMap(({ unmapped }) => unmapped),
      [],
    );
  });
});
