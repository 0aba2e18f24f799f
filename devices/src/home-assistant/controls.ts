import type { Role } from '../feature.ts';
import { type Config, eitherOf, type MakePoint, type Point } from './point.ts';
import { button } from './sensors.ts';
import { choiceOf, knownText, NotMapped, numberOf, textOf } from './text.ts';

/** The names of the settings of something that can be read and set. */
type Keys = {
  readonly state: string;
  readonly stateTemplate: string;
  readonly command: string;
  readonly commandTemplate?: string;
};

const STATE: Keys = {
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

/** Returns a point with the two values of the settings, or else the usual ones. */
export function onOff(
  config: Config,
  keys: Keys,
  point: { readonly name: string; readonly role?: Role; readonly on?: string; readonly off?: string },
): Point | undefined {
  const { name, role, on: defaultOn = 'ON', off: defaultOff = 'OFF' } = point;
  const [on, off] = [config.text('payload_on') ?? defaultOn, config.text('payload_off') ?? defaultOff];
  const [stateOn, stateOff] = [config.text('state_on') ?? on, config.text('state_off') ?? off];
  const either = eitherOf(stateOn, stateOff);
  return settable(config, keys, {
    name,
    ...(role && { role }),
    value: { type: 'boolean', on, off },
    parse: (value) => {
      const state = either(value);
      return state === stateOn ? on : state === stateOff ? off : undefined;
    },
  });
}

/** Returns a choice among the texts of a setting. */
export const choice = (
  config: Config,
  keys: Keys,
  point: { readonly name: string; readonly role?: Role; readonly values: readonly string[] },
): Point | undefined =>
  settable(config, keys, {
    name: point.name,
    ...(point.role && { role: point.role }),
    value: { type: 'choice', values: point.values },
    parse: choiceOf(point.values),
  });

const orNone = (point: Point | undefined): Point => {
  if (!point) throw new NotMapped('neither a state topic nor a command topic');
  return point;
};

export const toggle = (config: Config, name: string, isSetting: boolean): MakePoint[] => [
  () => orNone(onOff(config, STATE, isSetting ? { name } : { name: 'state', role: 'switch' })),
];

/** Maps a siren. It takes JSON commands, unless a template says otherwise. */
export const siren = (config: Config): MakePoint[] => [
  () => {
    const point = orNone(onOff(config, STATE, { name: 'state', role: 'switch' }));
    if (config.text('command_template') !== undefined || !point.write) return point;
    const write = (value: unknown) => config.send('command_topic', JSON.stringify({ state: value }));
    return { ...point, write };
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
  () => orNone(choice(config, STATE, { name, values: config.texts('options') })),
];

export const text = (config: Config, name: string): MakePoint[] => [
  () => orNone(settable(config, STATE, { name, value: { type: 'text' }, parse: knownText })),
];

export const press = (config: Config, name: string): MakePoint[] => [
  () => orNone(button(config, name, 'payload_press', 'PRESS')),
];

export const scene = (config: Config, name: string): MakePoint[] => [
  () => orNone(button(config, name, 'payload_on', 'ON')),
];

export const lock = (config: Config): MakePoint[] => [
  () => {
    const [on, off] = [config.text('payload_lock') ?? 'LOCK', config.text('payload_unlock') ?? 'UNLOCK'];
    const locked = config.text('state_locked') ?? 'LOCKED';
    const unlocked = config.text('state_unlocked') ?? 'UNLOCKED';
    const either = eitherOf(locked, unlocked);
    if (config.text('code_format') !== undefined) throw new NotMapped('a lock that wants a code');
    const parse = (value: unknown) => {
      const state = either(value);
      return state === locked ? on : state === unlocked ? off : undefined;
    };
    return orNone(
      settable(config, STATE, { name: 'state', role: 'lock', value: { type: 'boolean', on, off }, parse }),
    );
  },
  () => {
    const open = config.text('payload_open');
    return open === undefined ? undefined : button(config, 'open_latch', 'payload_open', open);
  },
];

export const fan = (config: Config): MakePoint[] => [
  () => onOff(config, { ...STATE, stateTemplate: 'state_value_template' }, { name: 'state', role: 'fan' }),
  () =>
    settable(config, keysOf('percentage', 'value_template'), {
      name: 'speed',
      role: 'fan',
      value: {
        type: 'number',
        min: 0,
        max: config.number('speed_range_max') ?? 100,
        step: 1,
        ...((config.number('speed_range_max') ?? 100) === 100 && { unit: '%' }),
      },
      parse: numberOf,
    }),
  () =>
    choice(config, keysOf('preset_mode', 'value_template'), {
      name: 'mode',
      role: 'fan',
      values: config.texts('preset_modes'),
    }),
  () =>
    settable(config, keysOf('oscillation', 'value_template'), {
      name: 'oscillation',
      role: 'fan',
      value: {
        type: 'boolean',
        on: config.text('payload_oscillation_on') ?? 'oscillate_on',
        off: config.text('payload_oscillation_off') ?? 'oscillate_off',
      },
      parse: textOf,
    }),
  () =>
    choice(config, keysOf('direction', 'value_template'), {
      name: 'direction',
      role: 'fan',
      values: ['forward', 'reverse'],
    }),
];

export const humidifier = (config: Config): MakePoint[] => [
  () => onOff(config, { ...STATE, stateTemplate: 'state_value_template' }, { name: 'state', role: 'switch' }),
  () =>
    settable(config, keysOf('target_humidity'), {
      name: 'target_humidity',
      value: {
        type: 'number',
        unit: '%',
        min: config.number('min_humidity') ?? 0,
        max: config.number('max_humidity') ?? 100,
        step: 1,
      },
      parse: numberOf,
    }),
  () => choice(config, keysOf('mode'), { name: 'mode', values: config.texts('modes') }),
  () => {
    const readings = config.reading('current_humidity_topic', 'current_humidity_template', numberOf);
    return readings.length === 0
      ? undefined
      : { name: 'humidity', value: { type: 'number', unit: '%' }, readings };
  },
];
