import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expanded } from './abbreviations.ts';

/** Names as the table of Home Assistant pairs them, those that are made of irregular words first. */
const PAIRS: Readonly<Record<string, string>> = {
  clr_temp_cmd_t: 'color_temp_command_topic',
  clr_temp_k: 'color_temp_kelvin',
  hum_stat_t: 'target_humidity_state_topic',
  temp_stat_tpl: 'temperature_state_template',
  min_temp: 'min_temp',
  temp_unit: 'temperature_unit',
  pl_cls: 'payload_close',
  stat_clsd: 'state_closed',
  pl_not_avail: 'payload_not_available',
  pl_osc_on: 'payload_oscillation_on',
  sup_clrm: 'supported_color_modes',
  clrm_val_tpl: 'color_mode_value_template',
  set_fan_spd_t: 'set_fan_speed_topic',
  fanspd_lst: 'fan_speed_list',
  spd_rng_max: 'speed_range_max',
  set_pos_tpl: 'set_position_template',
  pos: 'reports_position',
  tilt_clsd_val: 'tilt_closed_value',
  l_ver_t: 'latest_version_topic',
  evt_typ: 'event_types',
  uniq_id: 'unique_id',
  unit_of_meas: 'unit_of_measurement',
  ops: 'options',
  opt: 'optimistic',
  cmps: 'components',
  pr_mode_val_tpl: 'preset_mode_value_template',
  off_dly: 'off_delay',
  json_attr_t: 'json_attributes_topic',
  act_stat_t: 'activity_state_topic',
  act_t: 'action_topic',
  strt_mw_cmd_t: 'start_mowing_command_topic',
  pause_mw_cmd_tpl: 'pause_command_template',
  curr_hum_t: 'current_humidity_topic',
  max_hum: 'max_humidity',
  cod_form: 'code_format',
  pl_arm_custom_b: 'payload_arm_custom_bypass',
  r_tpl: 'red_template',
  g_tpl: 'green_template',
  b_tpl: 'blue_template',
  swing_h_mode_stat_t: 'swing_horizontal_mode_state_topic',
  pl_stop_tilt: 'payload_stop_tilt',
};

test('abbreviated members get their full names', () => {
  for (const [short, full] of Object.entries(PAIRS)) {
    assert.deepEqual(expanded({ [short]: 1 }), { [full]: 1 });
    assert.deepEqual(expanded({ [full]: 1 }), { [full]: 1 }, 'a full name is unchanged');
  }
});

test('abbreviated members get their full names at every depth', () => {
  const device = { ids: 1, mf: 2, mdl_id: 3, name: 4, pos: 5 };
  const component = { p: 'sensor', avty: { t: 'a' }, dev: { sw: '1' } };
  assert.deepEqual(expanded({ dev: device, avty: [{ t: 'a', val_tpl: 'b' }, 'c'], cmps: { t: component } }), {
    device: { identifiers: 1, manufacturer: 2, model_id: 3, name: 4, pos: 5 },
    availability: [{ topic: 'a', value_template: 'b' }, 'c'],
    components: {
      t: { platform: 'sensor', availability: { topic: 'a' }, device: { sw_version: '1' } },
    },
  });
});
