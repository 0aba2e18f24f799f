import { entryOf } from '../entry-of.ts';
import { isMembers, type Members } from './text.ts';

/** Words that discovery messages abbreviate inside a name: `bri_cmd_t` is `brightness_command_topic`. */
const WORDS: Readonly<Record<string, string>> = {
  act: 'action',
  attr: 'attributes',
  avty: 'availability',
  avail: 'available',
  bat: 'battery',
  bri: 'brightness',
  cat: 'category',
  cla: 'class',
  cls: 'close',
  clsd: 'closed',
  clr: 'color',
  clrm: 'color_mode',
  cmd: 'command',
  cmps: 'components',
  cod: 'code',
  curr: 'current',
  def: 'default',
  dev: 'device',
  dir: 'direction',
  discvry: 'discovery',
  dis: 'disarm',
  dly: 'delay',
  dsp: 'display',
  dur: 'duration',
  ent: 'entity',
  evt: 'event',
  exp: 'expire',
  aft: 'after',
  fanspd: 'fan_speed',
  feat: 'features',
  form: 'format',
  frc: 'force',
  upd: 'update',
  fwd: 'forward',
  fx: 'effect',
  h: 'horizontal',
  hi: 'high',
  hum: 'humidity',
  img: 'image',
  init: 'initial',
  inst: 'install',
  jam: 'jammed',
  k: 'kelvin',
  l: 'latest',
  lev: 'level',
  lo: 'low',
  loc: 'locate',
  lrst: 'last_reset',
  lst: 'list',
  meas: 'measurement',
  mirs: 'mireds',
  mw: 'mowing',
  nite: 'night',
  opnd: 'opened',
  osc: 'oscillation',
  pct: 'percentage',
  pl: 'payload',
  pos: 'position',
  pow: 'power',
  pr: 'preset',
  prc: 'precision',
  prs: 'press',
  rel: 'release',
  req: 'required',
  ret: 'retain',
  rev: 'reverse',
  rng: 'range',
  rst: 'reset',
  scl: 'scale',
  spd: 'speed',
  src: 'source',
  stat: 'state',
  strt: 'start',
  sug: 'suggested',
  sup: 'supported',
  t: 'topic',
  temp: 'temperature',
  toff: 'turn_off',
  ton: 'turn_on',
  tpl: 'template',
  trig: 'trigger',
  typ: 'types',
  uniq: 'unique',
  unlk: 'unlock',
  val: 'value',
  ver: 'version',
  vol: 'volume_set',
  whit: 'white',
};

/** Names that are not made of the words above, or that are no abbreviations though they look like some. */
const NAMES: Readonly<Record<string, string>> = {
  '~': '~',
  act_stat_t: 'activity_state_topic',
  act_val_tpl: 'activity_value_template',
  atype: 'automation_type',
  av_tones: 'available_tones',
  b_tpl: 'blue_template',
  e: 'encoding',
  en: 'enabled_by_default',
  g_tpl: 'green_template',
  hum_cmd_t: 'target_humidity_command_topic',
  hum_cmd_tpl: 'target_humidity_command_template',
  hum_stat_t: 'target_humidity_state_topic',
  hum_state_tpl: 'target_humidity_state_template',
  ic: 'icon',
  max_temp: 'max_temp',
  min_temp: 'min_temp',
  o: 'origin',
  ops: 'options',
  opt: 'optimistic',
  p: 'platform',
  pause_mw_cmd_tpl: 'pause_command_template',
  pl_arm_custom_b: 'payload_arm_custom_bypass',
  pl_osc_off: 'payload_oscillation_off',
  pl_osc_on: 'payload_oscillation_on',
  pl_paus: 'payload_pause',
  pl_ret: 'payload_return_to_base',
  pl_cln_sp: 'payload_clean_spot',
  pos: 'reports_position',
  pr_modes: 'preset_modes',
  ptrn: 'pattern',
  r_tpl: 'red_template',
  stype: 'subtype',
  sup_clrm: 'supported_color_modes',
  sup_dur: 'support_duration',
  sup_vol: 'support_volume_set',
  temp_step: 'temp_step',
  tilt_clsd_val: 'tilt_closed_value',
  tilt_opnd_val: 'tilt_opened_value',
  tit: 'title',
  trns: 'transition',
};

const DEVICE: Readonly<Record<string, string>> = {
  cns: 'connections',
  hw: 'hw_version',
  ids: 'identifiers',
  mdl: 'model',
  mdl_id: 'model_id',
  mf: 'manufacturer',
  sa: 'suggested_area',
  sn: 'serial_number',
  sw: 'sw_version',
};

const nameOf = (key: string): string =>
  entryOf(NAMES, key) ??
  key
    .split('_')
    .map((word) => entryOf(WORDS, word) ?? word)
    .join('_')
    // Only set-points are written out; the colour temperature is not.
    .replace('color_temperature', 'color_temp');

/** The members that are objects, or lists or tables of them, whose members are abbreviated, too. */
const NESTED: Readonly<Record<string, (value: unknown) => unknown>> = {
  availability: (value) =>
    Array.isArray(value) ? value.map((each) => nested(each, expanded)) : nested(value, expanded),
  components: (value) =>
    nested(value, (all) =>
      Object.fromEntries(Object.entries(all).map(([id, each]) => [id, nested(each, expanded)])),
    ),
  device: (value) => nested(value, expandedDevice),
};

const nested = (value: unknown, expand: (members: Members) => Members): unknown =>
  isMembers(value) ? expand(value) : value;

/** Returns the members of a discovery message under their full names, at every depth. */
export const expanded = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).map(([key, value]) => {
      const name = nameOf(key);
      return [name, entryOf(NESTED, name)?.(value) ?? value];
    }),
  );

/** Returns the members of a discovery message's device under their full names. */
const expandedDevice = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [entryOf(DEVICE, key) ?? key, value]));
