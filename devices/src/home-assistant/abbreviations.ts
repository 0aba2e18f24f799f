import { entryOf } from '../entry-of.ts';

/** Words that discovery messages abbreviate inside a name: `bri_cmd_t` is `brightness_command_topic`. */
const WORDS: Readonly<Record<string, string>> = {
  act: 'action',
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
  frc: 'force',
  upd: 'update',
  fwd: 'forward',
  fx: 'effect',
  hi: 'high',
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
  atype: 'automation_type',
  av_tones: 'available_tones',
  e: 'encoding',
  en: 'enabled_by_default',
  hum_cmd_t: 'target_humidity_command_topic',
  hum_cmd_tpl: 'target_humidity_command_template',
  hum_stat_t: 'target_humidity_state_topic',
  hum_state_tpl: 'target_humidity_state_template',
  ic: 'icon',
  max_hum: 'max_humidity',
  max_temp: 'max_temp',
  min_hum: 'min_humidity',
  min_temp: 'min_temp',
  o: 'origin',
  ops: 'options',
  opt: 'optimistic',
  p: 'platform',
  pl_osc_off: 'payload_oscillation_off',
  pl_osc_on: 'payload_oscillation_on',
  pl_paus: 'payload_pause',
  pl_ret: 'payload_return_to_base',
  pl_cln_sp: 'payload_clean_spot',
  pos: 'reports_position',
  pr_modes: 'preset_modes',
  ptrn: 'pattern',
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

type Members = Readonly<Record<string, unknown>>;

/** Returns the members of a discovery message under their full names. */
export const expanded = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [nameOf(key), value]));

/** Returns the members of a discovery message's device under their full names. */
export const expandedDevice = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [entryOf(DEVICE, key) ?? key, value]));
