import type { Role } from '../feature.ts';
import { humanize, optionLabel } from '../template/naming.ts';
import { type Config, eitherOf, type MakePoint, ON, type Point, SWITCHED } from './point.ts';
import { button, optionsOf, wordsOf } from './sensors.ts';
import { choiceOf, isMembers, isSameText, knownText, NotMapped, numberOf, oneOf } from './text.ts';
import { parsedJson } from './value-template.ts';

/** The names of the settings of something that can be read and set. */
type Keys = {
  readonly state: string;
  readonly stateTemplate: string;
  readonly command: string;
  readonly commandTemplate?: string;
};

export const STATE: Keys = {
  state: 'state_topic',
  stateTemplate: 'value_template',
  command: 'command_topic',
  commandTemplate: 'command_template',
};

/** Returns the keys of settings that are named after what they set, e.g. `mode_state_topic`. */
export const keysOf = (name: string, template = 'state_template'): Keys => ({
  state: `${name}_state_topic`,
  stateTemplate: `${name}_${template}`,
  command: `${name}_command_topic`,
  commandTemplate: `${name}_command_template`,
});

type Settable = {
  readonly name: string;
  readonly role?: Role;
  readonly value: Point['value'];
  readonly parse: (value: unknown) => unknown;
  readonly toText?: (value: unknown) => unknown;
};

/** Returns a point that is read and set; undefined when it is neither. */
export function settable(
  config: Config,
  keys: Keys,
  { parse, toText, ...point }: Settable,
): Point | undefined {
  const readings = config.reading(keys.state, keys.stateTemplate, parse);
  const write = config.writing(keys.command, keys.commandTemplate, toText);
  if (readings.length === 0 && !write) return undefined;
  const isSettledByState = readings.length > 0 && !config.isTrue('optimistic');
  return { ...point, readings, ...(write && { write }), isSettledByState };
}

/** Returns a point that is on or off, with the payloads of the settings, or else the usual ones. */
export function onOff(
  config: Config,
  keys: Keys,
  point: { readonly name: string; readonly role?: Role; readonly on?: string; readonly off?: string },
): Point | undefined {
  const { name, role, on: defaultOn = 'ON', off: defaultOff = 'OFF' } = point;
  const [on, off] = [config.text('payload_on') ?? defaultOn, config.text('payload_off') ?? defaultOff];
  return switched(config, keys, {
    ...{ name, on, off },
    ...(role && { role }),
    stateOn: config.text('state_on') ?? on,
    stateOff: config.text('state_off') ?? off,
  });
}

type Payloads = {
  readonly name: string;
  readonly role?: Role;
  readonly on: string;
  readonly off: string;
  readonly stateOn?: string;
  readonly stateOff?: string;
};

/** Returns a point that is on or off with these payloads. */
export const switched = (config: Config, keys: Keys, point: Payloads): Point | undefined => {
  const { name, role, on, off, stateOn = on, stateOff = off } = point;
  return settable(config, keys, {
    name,
    ...(role && { role }),
    value: { ...SWITCHED, ...wordsOf(config) },
    parse: eitherOf(stateOn, stateOff),
    toText: (value) => (value === ON ? on : off),
  });
};

/** Returns a point that sends one of several commands, by the word of each; undefined for none of them. */
export function commands(
  config: Config,
  name: string,
  words: readonly (readonly [word: string, payload: string])[],
  keys: { readonly topic: string; readonly template?: string } = {
    topic: 'command_topic',
    template: 'command_template',
  },
): Point | undefined {
  const write = config.writing(keys.topic, keys.template, (word) => new Map(words).get(String(word)) ?? word);
  if (!write || words.length === 0) return undefined;
  const values = words.map(([word]) => word);
  return { name, value: { type: 'choice', values, labels: values.map(humanize) }, write };
}

type Chosen = {
  readonly name: string;
  readonly role?: Role;
  readonly values: readonly string[];
  readonly labels?: readonly string[];
};

/** Returns a choice among the texts of a setting. */
export const choice = (
  config: Config,
  keys: Keys,
  { values, labels = values.map(optionLabel), ...point }: Chosen,
): Point | undefined =>
  settable(config, keys, { ...point, value: { type: 'choice', values, labels }, parse: choiceOf(values) });

const NO_MODE = 'none';

/** Returns a choice that a device may also leave, which it reports with the payload that resets it. */
export const resettable = (
  config: Config,
  keys: Keys,
  { values: modes, ...point }: Chosen,
  reset = NO_MODE,
): Point | undefined => {
  if (modes.length === 0) return undefined;
  const values = [...new Set([NO_MODE, ...modes])];
  const parse = choiceOf(values);
  return settable(config, keys, {
    ...point,
    value: { type: 'choice', values, labels: values.map(optionLabel) },
    parse: (value) => (isSameText(value, reset) ? NO_MODE : parse(value)),
    toText: (value) => (value === NO_MODE ? reset : value),
  });
};

const orNone = (point: Point | undefined): Point => {
  if (!point) throw new NotMapped('no_topic');
  return point;
};

export const toggle = (config: Config, name: string, isSetting: boolean): MakePoint[] => [
  () => orNone(onOff(config, STATE, isSetting ? { name } : { name: 'state', role: 'switch' })),
];

/** Maps a siren. It takes commands in JSON, unless a template says otherwise, and may report in JSON, too. */
export const siren = (config: Config): MakePoint[] => [
  () => {
    const keys = { ...STATE, stateTemplate: 'state_value_template' };
    const point = orNone(onOff(config, keys, { name: 'state', role: 'switch' }));
    const read = (value: unknown) => {
      const message = typeof value === 'string' ? parsedJson(value) : value;
      return isMembers(message) ? message['state'] : value;
    };
    const [on, off] = [config.text('payload_on') ?? 'ON', config.text('payload_off') ?? 'OFF'];
    const either = eitherOf(config.text('state_on') ?? on, config.text('state_off') ?? off);
    const readings = config.reading(keys.state, keys.stateTemplate, (value) => either(read(value)));
    if (config.text('command_template') !== undefined || !point.write) {
      const writeOff = config.writing('command_topic', 'command_off_template', () => off);
      if (config.text('command_off_template') === undefined || !point.write) return { ...point, readings };
      const write = (value: unknown) => (value === ON ? point.write : writeOff)?.(value) ?? [];
      return { ...point, readings, write };
    }
    const write = (value: unknown) =>
      config.send('command_topic', JSON.stringify({ state: value === ON ? on : off }));
    return { ...point, readings, write };
  },
  () => {
    const tones = config.texts('available_tones');
    const isTemplate = config.text('command_template') !== undefined;
    if (tones.length === 0 || isTemplate || config.text('command_topic') === undefined) return undefined;
    const state = config.text('payload_on') ?? 'ON';
    const write = (tone: unknown) => config.send('command_topic', JSON.stringify({ state, tone }));
    return { name: 'tone', value: { type: 'choice', values: tones, labels: tones.map(optionLabel) }, write };
  },
];

export const number = (config: Config, name: string): MakePoint[] => [
  () =>
    orNone(
      settable(config, STATE, {
        name,
        value: {
          type: 'number',
          unit: config.text('unit_of_measurement'),
          min: config.number('min') ?? 1,
          max: config.number('max') ?? 100,
          step: config.number('step') ?? 1,
        },
        parse: numberOf,
      }),
    ),
];

export const select = (config: Config, name: string): MakePoint[] => [
  () => orNone(choice(config, STATE, { name, ...optionsOf(config) })),
];

export const text = (config: Config, name: string): MakePoint[] => [
  () => orNone(settable(config, STATE, { name, value: { type: 'text' }, parse: knownText })),
];

export const press = (config: Config, name: string): MakePoint[] => [
  () => orNone(button(config, name, 'Press', 'payload_press', 'PRESS')),
];

export const scene = (config: Config, name: string): MakePoint[] => [
  () => orNone(button(config, name, 'Activate', 'payload_on', 'ON')),
];

export const lock = (config: Config): MakePoint[] => {
  const wantsCode = config.text('code_format') !== undefined;
  return [
    () => {
      const point = switched(config, STATE, {
        ...{ name: 'state', role: 'lock' },
        on: config.text('payload_lock') ?? 'LOCK',
        off: config.text('payload_unlock') ?? 'UNLOCK',
        stateOn: config.text('state_locked') ?? 'LOCKED',
        stateOff: config.text('state_unlocked') ?? 'UNLOCKED',
      });
      if (!wantsCode) return orNone(point);
      const { write: _, ...reported } = point ?? {};
      return point?.readings?.length ? (reported as Point) : undefined;
    },
    () => {
      if (wantsCode) throw new NotMapped('lock_code');
      if (config.text('payload_open') === undefined) return undefined;
      return button(config, 'open_latch', 'Open', 'payload_open', 'OPEN');
    },
  ];
};

export const humidifier = (config: Config): MakePoint[] => [
  () => onOff(config, { ...STATE, stateTemplate: 'state_value_template' }, { name: 'state', role: 'switch' }),
  () => targetHumidity(config, 0, 100),
  () => {
    const reset = config.text('payload_reset_mode') ?? 'None';
    return resettable(config, keysOf('mode'), { name: 'mode', values: config.texts('modes') }, reset);
  },
  () => {
    const readings = config.reading('current_humidity_topic', 'current_humidity_template', numberOf);
    return readings.length === 0
      ? undefined
      : { name: 'humidity', value: { type: 'number', unit: '%' }, readings };
  },
  () => reported(config, 'action', 'running_state', ['off', 'humidifying', 'drying', 'idle']),
];

/** Returns the humidity that a device shall reach, within these limits unless it has its own. */
export const targetHumidity = (config: Config, min: number, max: number, role?: Role): Point | undefined =>
  settable(config, keysOf('target_humidity'), {
    name: 'target_humidity',
    ...(role && { role }),
    value: {
      type: 'number',
      unit: '%',
      min: config.number('min_humidity') ?? min,
      max: config.number('max_humidity') ?? max,
      step: 1,
    },
    parse: numberOf,
  });

/** Returns a choice that is only reported, on the topic and by the template named after `prefix`. */
export function reported(
  config: Config,
  prefix: string,
  name: string,
  values: readonly string[],
  role?: Role,
): Point | undefined {
  const readings = config.reading(`${prefix}_topic`, `${prefix}_template`, oneOf(values));
  const value = { type: 'choice', values, labels: values.map(humanize) } as const;
  return readings.length === 0 ? undefined : { name, ...(role && { role }), value, readings };
}
