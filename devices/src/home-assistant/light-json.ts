import type { Role, ValueType } from '../feature.ts';
import { type ColorMode, fromMembers, hueSaturationOf, toMembers } from './light-color.ts';
import { type Config, eitherOf, type MakePoint, type Point, SWITCHED } from './point.ts';
import { choiceOf, isMembers, numberOf } from './text.ts';
import { parsedJson } from './value-template.ts';

export type LightValues = {
  readonly color: ValueType;
  readonly brightness: ValueType;
  readonly colorTemperature: ValueType;
  readonly effect: ValueType & { readonly values: readonly string[] };
  flip(value: unknown): number | undefined;
};

const ROLE: Role = 'light';

/** Maps a light whose state and commands are JSON objects. */
export function jsonLight(config: Config, values: LightValues): MakePoint[] {
  const modes = config.texts('supported_color_modes');
  const colorMode = colorModeOf(config, modes);
  const hasTemperature = modes.includes('color_temp') || config.isTrue('color_temp');
  const isDimmable = config.isTrue('brightness') || modes.some((mode) => mode !== 'onoff');
  const point = (
    name: string,
    key: string,
    value: ValueType,
    parse: (value: unknown) => unknown,
    toMember: (value: unknown) => Readonly<Record<string, unknown>>,
  ): Point => {
    const readings = config.reading('state_topic', '', (payload) => {
      const message = parsedJson(String(payload));
      return isMembers(message) && isShown(key, message['color_mode']) ? parse(message[key]) : undefined;
    });
    const write = (own: unknown) => config.send('command_topic', JSON.stringify(toMember(own)));
    const isSettable = config.text('command_topic') !== undefined;
    const isSettledByState = readings.length > 0 && !config.isTrue('optimistic');
    return { name, role: ROLE, value, readings, ...(isSettable && { write }), isSettledByState };
  };
  const on = { state: 'ON' };
  const temperature = (value: unknown) => ({ ...on, color_temp: values.flip(value) });
  const color = (value: unknown) => ({
    ...on,
    color: toMembers(colorMode ?? 'hs', hueSaturationOf(value)),
  });
  // A light whose brightness is set to zero is switched off.
  const brightness = (value: unknown) => (value === 0 ? { state: 'OFF' } : { ...on, brightness: value });
  const effect = (value: unknown) => ({ ...on, effect: value });
  return [
    () => point('state', 'state', SWITCHED, eitherOf('ON', 'OFF'), (state) => ({ state })),
    () =>
      isDimmable ? point('brightness', 'brightness', values.brightness, numberOf, brightness) : undefined,
    () =>
      hasTemperature
        ? point('color_temp', 'color_temp', values.colorTemperature, values.flip, temperature)
        : undefined,
    () => (colorMode ? point('color_hs', 'color', values.color, fromMembers, color) : undefined),
    () =>
      values.effect.values.length > 0
        ? point('effect', 'effect', values.effect, choiceOf(values.effect.values), effect)
        : undefined,
  ];
}

/**
 * Returns whether a light shows the member of its state. One that is white reports the colour to which its white
 * corresponds, and a coloured one may report the last temperature.
 */
function isShown(key: string, mode: unknown): boolean {
  if (typeof mode !== 'string' || mode === '') return true;
  if (key === 'color') return /^(hs|xy|rgb)/.test(mode);
  return key !== 'color_temp' || mode === 'color_temp';
}

/** Returns the form in which the light takes colours. White channels of `rgbw` are left as they are. */
function colorModeOf(config: Config, modes: readonly string[]): ColorMode | undefined {
  const has = (mode: string) => modes.includes(mode) || config.isTrue(mode);
  if (has('hs')) return 'hs';
  if (has('xy')) return 'xy';
  return ['rgb', 'rgbw', 'rgbww'].some(has) ? 'rgb' : undefined;
}
