import { settable } from './controls.ts';
import { type Config, eitherOf, type MakePoint, type Point, rendered } from './point.ts';
import { choiceOf, isMembers, knownText, NotMapped, numberOf } from './text.ts';
import { parsedJson, templateIn } from './value-template.ts';

/** Converts between a device's positions and percent, where 100 is open. */
function scaleOf(closed: number, open: number) {
  const range = open - closed;
  if (range === 0) throw new NotMapped('a position without a range');
  return {
    toPercent: (value: unknown) => {
      const position = numberOf(value);
      if (position === undefined) return undefined;
      return Math.min(100, Math.max(0, Math.round(((position - closed) / range) * 100)));
    },
    fromPercent: (value: unknown) => Math.round(closed + ((numberOf(value) ?? 0) / 100) * range),
  };
}

const PERCENT = { type: 'number', unit: '%', min: 0, max: 100, step: 1 } as const;

export const cover = (config: Config): MakePoint[] => [
  () => command(config),
  () => {
    const { toPercent, fromPercent } = scaleOf(
      config.number('position_closed') ?? 0,
      config.number('position_open') ?? 100,
    );
    const template = templateIn(config.text('set_position_template'));
    const isSettable = config.text('set_position_topic') !== undefined;
    const readings = config.reading('position_topic', 'position_template', toPercent);
    if (readings.length === 0 && !isSettable) return undefined;
    const write = (value: unknown) => {
      const position = fromPercent(value);
      return config.send('set_position_topic', rendered(template, position));
    };
    return {
      name: 'position',
      role: 'cover',
      value: PERCENT,
      readings,
      ...(isSettable && { write }),
      isSettledByState: readings.length > 0,
    };
  },
  () => {
    const scale = scaleOf(config.number('tilt_closed_value') ?? 0, config.number('tilt_opened_value') ?? 100);
    const keys = {
      state: 'tilt_status_topic',
      stateTemplate: 'tilt_status_template',
      command: 'tilt_command_topic',
      commandTemplate: 'tilt_command_template',
    };
    const { toPercent: parse, fromPercent: toText } = scale;
    return settable(config, keys, { name: 'tilt', role: 'cover', value: PERCENT, parse, toText });
  },
];

/** Maps commands, whose words (OPEN) differ from those of states (opening, open). */
function command(config: Config): Point | undefined {
  const words = (['open', 'close', 'stop'] as const).map((word) => {
    const payload = config.text(`payload_${word}`);
    return payload ?? word.toUpperCase();
  });
  const [open, close, stop] = words;
  const states = [
    [config.text('state_open') ?? 'open', open],
    [config.text('state_closed') ?? 'closed', close],
    [config.text('state_stopped') ?? 'stopped', stop],
  ] as const;
  const readings = config.reading('state_topic', 'value_template', (value) => {
    const text = knownText(value);
    return states.find(([state]) => state.toLowerCase() === text?.toLowerCase())?.[1] ?? text;
  });
  const write = config.writing('command_topic');
  if (readings.length === 0 && !write) return undefined;
  const value = { type: 'choice', values: words } as const;
  // A cover takes long to arrive: sent is done.
  return { name: 'state', role: 'cover', value, readings, ...(write && { write }), isSettledByState: false };
}

export const valve = (config: Config): MakePoint[] => {
  if (config.isTrue('reports_position')) return cover(config);
  const [on, off] = [config.text('payload_open') ?? 'OPEN', config.text('payload_close') ?? 'CLOSE'];
  const [open, closed] = [config.text('state_open') ?? 'open', config.text('state_closed') ?? 'closed'];
  const either = eitherOf(open, closed);
  const keys = { state: 'state_topic', stateTemplate: 'value_template', command: 'command_topic' };
  const parse = (value: unknown) => {
    const state = either(value);
    return state === open ? on : state === closed ? off : undefined;
  };
  const value = { type: 'boolean', on, off } as const;
  return [() => settable(config, keys, { name: 'state', role: 'switch', value, parse })];
};

const VACUUM_COMMANDS: readonly (readonly [feature: string, key: string, defaultPayload: string])[] = [
  ['start', 'payload_start', 'start'],
  ['pause', 'payload_pause', 'pause'],
  ['stop', 'payload_stop', 'stop'],
  ['return_home', 'payload_return_to_base', 'return_to_base'],
  ['clean_spot', 'payload_clean_spot', 'clean_spot'],
  ['locate', 'payload_locate', 'locate'],
];
const VACUUM_STATES = ['cleaning', 'docked', 'paused', 'idle', 'returning', 'error'];

/** Maps a vacuum cleaner, which reports one object in JSON. */
export const vacuum = (config: Config): MakePoint[] => {
  const member = (key: string) => (value: unknown) => {
    const message = typeof value === 'string' ? parsedJson(value) : value;
    return isMembers(message) ? message[key] : undefined;
  };
  const reading = (key: string, parse: (value: unknown) => unknown) =>
    config.reading('state_topic', 'value_template', (value) => parse(member(key)(value)));
  const supported = config.texts('supported_features');
  const commands = VACUUM_COMMANDS.filter(
    ([feature]) => supported.length === 0 || supported.includes(feature),
  ).map(([, key, defaultPayload]) => config.text(key) ?? defaultPayload);
  const speeds = config.texts('fan_speed_list');
  return [
    () => ({
      name: 'cleaning_state',
      value: { type: 'choice', values: VACUUM_STATES },
      readings: reading('state', knownText),
    }),
    () => {
      const write = config.writing('command_topic');
      return write && { name: 'cleaning_command', value: { type: 'choice', values: commands }, write };
    },
    () => {
      const write = config.writing('set_fan_speed_topic');
      if (speeds.length === 0) return undefined;
      return {
        name: 'fan_speed',
        value: { type: 'choice', values: speeds },
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
          }
        : undefined,
  ];
};

const MOWER_COMMANDS = ['start_mowing', 'pause', 'dock'];

export const lawnMower = (config: Config): MakePoint[] => [
  () => ({
    name: 'mowing_state',
    value: { type: 'choice', values: ['mowing', 'docked', 'paused', 'error'] },
    readings: config.reading('activity_state_topic', 'activity_value_template', knownText),
  }),
  () => {
    const writes = new Map(
      MOWER_COMMANDS.flatMap((each) => {
        const write = config.writing(`${each}_command_topic`, `${each}_command_template`);
        return write ? [[each, write] as const] : [];
      }),
    );
    if (writes.size === 0) return undefined;
    const write = (value: unknown) => writes.get(String(value))?.(value) ?? [];
    return { name: 'mowing_command', value: { type: 'choice', values: [...writes.keys()] }, write };
  },
];

const ALARM_STATES = [
  'disarmed',
  'armed_home',
  'armed_away',
  'armed_night',
  'arming',
  'pending',
  'triggered',
];

export const alarmPanel = (config: Config): MakePoint[] => [
  () => ({
    name: 'alarm_state',
    value: { type: 'choice', values: ALARM_STATES },
    readings: config.reading('state_topic', 'value_template', knownText),
  }),
  () => {
    if (config.text('code') !== undefined) throw new NotMapped('an alarm that wants a code');
    const values = ['disarm', 'arm_home', 'arm_away', 'arm_night'].map(
      (each) => config.text(`payload_${each}`) ?? each.toUpperCase(),
    );
    const write = config.writing('command_topic');
    return write && { name: 'alarm_command', value: { type: 'choice', values }, write };
  },
];
