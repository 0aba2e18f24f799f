import { humanize, optionLabel } from '../template/naming.ts';
import { commands } from './controls.ts';
import type { Config, MakePoint } from './point.ts';
import { choiceOf, isMembers, NotMapped, numberOf, oneOf } from './text.ts';
import { parsedJson } from './value-template.ts';

const VACUUM_COMMANDS: readonly (readonly [feature: string, key: string, defaultPayload: string])[] = [
  ['start', 'payload_start', 'start'],
  ['pause', 'payload_pause', 'pause'],
  ['stop', 'payload_stop', 'stop'],
  ['return_home', 'payload_return_to_base', 'return_to_base'],
  ['clean_spot', 'payload_clean_spot', 'clean_spot'],
  ['locate', 'payload_locate', 'locate'],
];
/** What a vacuum cleaner that does not say it can do. */
const USUAL = ['start', 'stop', 'return_home', 'clean_spot', 'battery'];
const VACUUM_STATES = ['cleaning', 'docked', 'paused', 'idle', 'returning', 'error'];

/** Maps a vacuum cleaner, which reports one object in JSON. */
export const vacuum = (config: Config): MakePoint[] => {
  const member = (key: string) => (value: unknown) => {
    const message = typeof value === 'string' ? parsedJson(value) : value;
    return isMembers(message) ? message[key] : undefined;
  };
  const reading = (key: string, parse: (value: unknown) => unknown) =>
    config.reading('state_topic', 'value_template', (value) => parse(member(key)(value)));
  const named = config.texts('supported_features');
  const supported = named.length > 0 ? named : USUAL;
  const words = VACUUM_COMMANDS.filter(([feature]) => supported.includes(feature)).map(
    ([, key, word]) => [word, config.text(key) ?? word] as const,
  );
  const speeds = config.texts('fan_speed_list');
  return [
    () => ({
      name: 'cleaning_state',
      value: { type: 'choice', values: VACUUM_STATES, labels: VACUUM_STATES.map(humanize) },
      readings: reading('state', oneOf(VACUUM_STATES)),
    }),
    () => commands(config, 'cleaning_command', words, { topic: 'command_topic' }),
    () => {
      const write = config.writing('set_fan_speed_topic');
      if (speeds.length === 0) return undefined;
      return {
        name: 'fan_speed',
        value: { type: 'choice', values: speeds, labels: speeds.map(optionLabel) },
        readings: reading('fan_speed', choiceOf(speeds)),
        ...(write && { write }),
        isSettledByState: true,
      };
    },
    () =>
      supported.includes('battery')
        ? {
            name: 'battery',
            value: { type: 'number', unit: '%' },
            readings: reading('battery_level', numberOf),
            isAssumed: named.length === 0,
          }
        : undefined,
  ];
};

const MOWER_COMMANDS = ['start_mowing', 'pause', 'dock'];

export const lawnMower = (config: Config): MakePoint[] => [
  () => {
    const values = ['mowing', 'docked', 'paused', 'returning', 'error'];
    const readings = config.reading('activity_state_topic', 'activity_value_template', oneOf(values));
    return {
      name: 'mowing_state',
      value: { type: 'choice', values, labels: values.map(humanize) },
      readings,
    };
  },
  () => {
    const writes = new Map(
      MOWER_COMMANDS.flatMap((each) => {
        const write = config.writing(`${each}_command_topic`, `${each}_command_template`);
        return write ? [[each, write] as const] : [];
      }),
    );
    if (writes.size === 0) return undefined;
    const values = [...writes.keys()];
    const write = (value: unknown) => writes.get(String(value))?.(value) ?? [];
    return { name: 'mowing_command', value: { type: 'choice', values, labels: values.map(humanize) }, write };
  },
];

const ALARM_STATES = [
  ...['disarmed', 'armed_home', 'armed_away', 'armed_night', 'armed_vacation', 'armed_custom_bypass'],
  ...['arming', 'disarming', 'pending', 'triggered'],
];
const ALARM_FEATURES = [
  ...['arm_home', 'arm_away', 'arm_night', 'arm_vacation', 'arm_custom_bypass', 'trigger'],
];

export const alarmPanel = (config: Config): MakePoint[] => [
  () => {
    const readings = config.reading('state_topic', 'value_template', oneOf(ALARM_STATES));
    const value = { type: 'choice', values: ALARM_STATES, labels: ALARM_STATES.map(humanize) } as const;
    return { name: 'alarm_state', value, readings };
  },
  () => {
    if (config.text('code') !== undefined) throw new NotMapped('alarm_code');
    const named = config.texts('supported_features');
    const actions = ['disarm', ...(named.length > 0 ? named : ALARM_FEATURES)];
    const payloads = actions.map((action) => {
      const word = action.toUpperCase();
      return [word, config.text(`payload_${action}`) ?? word] as const;
    });
    const point = commands(config, 'alarm_command', payloads, { topic: 'command_topic' });
    const template = config.text('command_template');
    if (!point || template === undefined) return point;
    const write = config.writing('command_topic', 'command_template', (word) => {
      const action = new Map(payloads).get(String(word)) ?? word;
      return { action, code: '', value: action };
    });
    return { ...point, ...(write && { write }) };
  },
];
