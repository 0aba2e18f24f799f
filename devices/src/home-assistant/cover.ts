import { commands, settable } from './controls.ts';
import {
  type Config,
  eitherOf,
  type MakePoint,
  type Point,
  type Reading,
  rendered,
  SWITCHED,
} from './point.ts';
import { button } from './sensors.ts';
import { isMembers, knownText, NotMapped, numberOf } from './text.ts';
import { parsedJson, templateIn } from './value-template.ts';

/** Converts between a device's positions and percent, where 100 is open. */
function scaleOf(closed: number, open: number) {
  const range = open - closed;
  if (range === 0) throw new NotMapped('no_range');
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

/** Returns a member of a message in JSON; for a message that is none, the message itself. */
const memberOf = (value: unknown, key: string): unknown => {
  const message = typeof value === 'string' ? (parsedJson(value) ?? value) : value;
  return isMembers(message) ? message[key] : message;
};

const scaleIn = (config: Config) =>
  scaleOf(config.number('position_closed') ?? 0, config.number('position_open') ?? 100);

const tiltScaleIn = (config: Config) =>
  scaleOf(config.number('tilt_min') ?? 0, config.number('tilt_max') ?? 100);

/** Returns what a template for commands knows in addition to the value. */
const limitsOf = (config: Config) => ({
  position_open: config.number('position_open') ?? 100,
  position_closed: config.number('position_closed') ?? 0,
  tilt_min: config.number('tilt_min') ?? 0,
  tilt_max: config.number('tilt_max') ?? 100,
});

export const cover = (config: Config): MakePoint[] => [
  () => movement(config),
  () => {
    const { toPercent, fromPercent } = scaleIn(config);
    const template = templateIn(config.text('set_position_template'));
    const isSettable = config.text('set_position_topic') !== undefined;
    const readings = config.reading('position_topic', 'position_template', (value) =>
      toPercent(memberOf(value, 'position')),
    );
    if (readings.length === 0 && !isSettable) return undefined;
    const write = (position: unknown) => {
      const variables = { ...limitsOf(config), position, value: fromPercent(position) };
      return config.send('set_position_topic', rendered(template, template ? variables : variables.value));
    };
    return {
      ...{ name: 'position', role: 'cover', value: PERCENT, readings },
      ...(isSettable && { write }),
      isSettledByState: readings.length > 0,
    };
  },
  () => tilt(config),
];

/** Maps the tilt of slats, whose lowest and highest numbers are 0 and 100 percent. */
function tilt(config: Config): Point | undefined {
  const { toPercent, fromPercent } = tiltScaleIn(config);
  const template = templateIn(config.text('tilt_command_template'));
  const isSettable = config.text('tilt_command_topic') !== undefined;
  const inPosition = (value: unknown) => {
    const message = typeof value === 'string' ? parsedJson(value) : value;
    return isMembers(message) ? toPercent(message['tilt_position']) : undefined;
  };
  const hasTilt = isSettable || config.text('tilt_status_topic') !== undefined;
  const readings = hasTilt
    ? [
        ...config.reading('tilt_status_topic', 'tilt_status_template', toPercent),
        ...config.reading('position_topic', 'position_template', inPosition),
      ]
    : [];
  if (!hasTilt) return undefined;
  const write = (position: unknown) => {
    const variables = { ...limitsOf(config), tilt_position: position, value: fromPercent(position) };
    return config.send('tilt_command_topic', rendered(template, template ? variables : variables.value));
  };
  return {
    ...{ name: 'tilt', role: 'cover', value: PERCENT, readings },
    ...(isSettable && { write }),
    isSettledByState: config.text('tilt_status_topic') !== undefined && !config.isTrue('tilt_optimistic'),
  };
}

type Word = 'open' | 'close' | 'stop';

/** Returns the commands of a device with their payloads. One that is null is not there. */
const wordsIn = (config: Config, words: readonly Word[]): (readonly [word: string, payload: string])[] =>
  words
    .filter((word) => !config.isNull(`payload_${word}`))
    .map((word) => [word.toUpperCase(), config.text(`payload_${word}`) ?? word.toUpperCase()]);

/** Returns the words for what a device reports: the state after a command is the command. */
function statesIn(config: Config) {
  const states = [
    [config.text('state_open') ?? 'open', 'OPEN'],
    [config.text('state_closed') ?? 'closed', 'CLOSE'],
    [config.text('state_stopped') ?? 'stopped', 'STOP'],
    [config.text('state_opening') ?? 'opening', 'opening'],
    [config.text('state_closing') ?? 'closing', 'closing'],
  ] as const;
  return (value: unknown) => {
    const text = knownText(value);
    return states.find(([state]) => state.toLowerCase() === text?.toLowerCase())?.[1];
  };
}

/** Maps commands, whose words (OPEN) differ from those of states (opening, open). */
function movement(config: Config): Point | undefined {
  const readings = config.reading('state_topic', 'value_template', statesIn(config));
  const command = commands(config, 'state', wordsIn(config, ['open', 'close', 'stop']), {
    topic: 'command_topic',
  });
  if (readings.length === 0 && !command) return undefined;
  const values = ['OPEN', 'CLOSE', 'STOP'];
  const value = command?.value ?? { type: 'choice', values, labels: ['Open', 'Close', 'Stop'] };
  // A cover takes long to arrive: sent is done.
  return { ...command, name: 'state', role: 'cover', value, readings, isSettledByState: false };
}

export const valve = (config: Config): MakePoint[] => [
  () => (config.isTrue('reports_position') ? valvePosition(config) : openOrClosed(config)),
  // Only a valve that names this payload can be stopped.
  () => {
    if (config.text('payload_stop') === undefined) return undefined;
    return button(config, 'stop', 'Stop', 'payload_stop', 'STOP');
  },
];

/** Reads the state of a valve, which may be a member of a message in JSON. */
const valveReadings = (config: Config, key: string, parse: (value: unknown) => unknown): Reading[] =>
  config.reading('state_topic', 'value_template', (value) => parse(memberOf(value, key)));

function openOrClosed(config: Config): Point | undefined {
  const [on, off] = [config.text('payload_open') ?? 'OPEN', config.text('payload_close') ?? 'CLOSE'];
  const either = eitherOf(config.text('state_open') ?? 'open', config.text('state_closed') ?? 'closed');
  const keys = { state: 'state_topic', stateTemplate: 'value_template', command: 'command_topic' };
  const point = settable(
    config,
    { ...keys, commandTemplate: 'command_template' },
    {
      ...{ name: 'state', role: 'switch', value: { ...SWITCHED, words: ['Open', 'Closed'] } },
      parse: either,
      toText: (value) => (value === SWITCHED.on ? on : off),
    },
  );
  return point && { ...point, readings: valveReadings(config, 'state', either) };
}

/** Maps a valve that is opened by percent. Its command is the position. */
function valvePosition(config: Config): Point | undefined {
  const { toPercent, fromPercent } = scaleIn(config);
  const keys = { state: 'state_topic', stateTemplate: 'value_template', command: 'command_topic' };
  const point = settable(
    config,
    { ...keys, commandTemplate: 'command_template' },
    {
      ...{ name: 'position', value: PERCENT, parse: toPercent },
      toText: fromPercent,
    },
  );
  return point && { ...point, readings: valveReadings(config, 'position', toPercent) };
}
