import type { Role, ValueType } from '../feature.ts';
import { choice, keysOf, onOff, settable } from './controls.ts';
import { type ColorMode, fromList, hueSaturationOf, toRgb, toXy } from './light-color.ts';
import { jsonLight } from './light-json.ts';
import { templateLight } from './light-template.ts';
import { type Config, type MakePoint, type Point, rendered } from './point.ts';
import { numberOf } from './text.ts';
import { templateIn } from './value-template.ts';

const ROLE: Role = 'light';
const KELVIN = 1_000_000;

const COLOR: ValueType = {
  type: 'composite',
  members: ['hue', 'saturation'].map((name) => ({
    name,
    key: name,
    access: { isReported: true, isWritable: true, isReadable: false },
    value: { type: 'number' },
  })),
};

/** Returns the features of a light, which are the same for all protocols of lights. */
const lightValues = (config: Config) => {
  const isKelvin = config.isTrue('color_temp_kelvin');
  const inMireds = (key: string) => {
    const kelvin = config.number(key);
    return kelvin === undefined || kelvin === 0 ? undefined : Math.round(KELVIN / kelvin);
  };
  const flip = (value: unknown) => {
    const number = numberOf(value);
    return isKelvin && number !== undefined && number > 0 ? Math.round(KELVIN / number) : number;
  };
  return {
    color: COLOR,
    brightness: { type: 'number', min: 0, max: config.number('brightness_scale') ?? 255, step: 1 },
    colorTemperature: {
      type: 'number',
      unit: 'mired',
      min: config.number('min_mireds') ?? inMireds('max_kelvin') ?? 153,
      max: config.number('max_mireds') ?? inMireds('min_kelvin') ?? 500,
      step: 1,
    },
    effect: { type: 'choice', values: config.texts('effect_list') },
    /** Converts a colour temperature between the light's number and mireds, in both directions. */
    flip,
  } as const;
};

export function light(config: Config): MakePoint[] {
  const schema = config.text('schema') ?? 'basic';
  if (schema === 'json') return jsonLight(config, lightValues(config));
  if (schema === 'template') return templateLight(config, lightValues(config));
  return basicLight(config);
}

/** Maps a light with a topic for each of its values. */
function basicLight(config: Config): MakePoint[] {
  const { brightness, colorTemperature, effect, flip } = lightValues(config);
  const state = {
    state: 'state_topic',
    stateTemplate:
      config.text('state_value_template') === undefined ? 'value_template' : 'state_value_template',
    command: 'command_topic',
  };
  return [
    () => {
      const point = onOff(config, state, { name: 'state', role: ROLE });
      return point && withBrightnessAsOn(config, point);
    },
    () => {
      const keys = keysOf('brightness', 'value_template');
      return settable(config, keys, { name: 'brightness', role: ROLE, value: brightness, parse: numberOf });
    },
    () => {
      const keys = keysOf('color_temp', 'value_template');
      const point = { name: 'color_temp', role: ROLE, value: colorTemperature };
      return settable(config, keys, { ...point, parse: flip, toText: flip });
    },
    () => {
      const mode = COLOR_MODES.find((each) => hasColor(config, each));
      return mode && colorPoint(config, mode);
    },
    () =>
      choice(config, keysOf('effect', 'value_template'), {
        name: 'effect',
        role: ROLE,
        values: effect.values,
      }),
  ];
}

/** Makes a point also send the brightness, since some lights are switched on only by it. */
function withBrightnessAsOn(config: Config, point: Point): Point {
  const { write, value } = point;
  const isByBrightness = config.text('on_command_type') === 'brightness';
  if (!isByBrightness || !write || value.type !== 'boolean') return point;
  const full = config.writing('brightness_command_topic', 'brightness_command_template');
  if (!full) return point;
  const scale = config.number('brightness_scale') ?? 255;
  return { ...point, write: (state) => (state === value.on ? full(scale) : write(state)) };
}

/** The forms of a colour. A light may have several; the first one is used. */
const COLOR_MODES = ['hs', 'rgb', 'rgbw', 'rgbww', 'xy'] as const;

const hasColor = (config: Config, mode: ColorMode): boolean =>
  ['state', 'command'].some((kind) => config.text(`${mode}_${kind}_topic`) !== undefined);

function colorPoint(config: Config, mode: ColorMode): Point | undefined {
  const keys = keysOf(mode, 'value_template');
  const template = templateIn(config.text(`${mode}_command_template`));
  const readings = config.reading(keys.state, keys.stateTemplate, (value) => fromList(mode, value));
  const isSettable = config.text(keys.command) !== undefined;
  if (readings.length === 0 && !isSettable) return undefined;
  const write = (value: unknown) => {
    const color = hueSaturationOf(value);
    const [red, green, blue] = toRgb(color);
    const [x, y] = toXy(color);
    const rgb = [red, green, blue];
    const parts = {
      ...{ hs: [color.hue, color.saturation], xy: [x, y], rgb },
      // The white channels are left dark.
      ...{ rgbw: [...rgb, 0], rgbww: [...rgb, 0, 0] },
    }[mode];
    const variables = { red, green, blue, x, y, hue: color.hue, sat: color.saturation };
    return config.send(keys.command, template ? rendered(template, variables) : parts.join(','));
  };
  const isSettledByState = readings.length > 0 && !config.isTrue('optimistic');
  return {
    name: 'color_hs',
    role: ROLE,
    value: COLOR,
    readings,
    ...(isSettable && { write }),
    isSettledByState,
  };
}
