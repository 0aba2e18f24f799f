import { type OwnState, toNumber } from '@azulejo/model';
import { mixed } from './oklab.ts';

/** The colour that both phone apps draw for a light without colour. */
const WARM_WHITE = '#fefbd0';

/**
 * Returns the CSS colour of `{h 0-360, s 0-100, v}`. `v` is ignored, so that a dimmed light stays visible.
 * Returns warm white where `s` is 5 or less or a part is missing, and undefined for a value that is not a
 * colour (android-app 5.3).
 */
export function hsvColor(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const color = value as { h?: unknown; s?: unknown; v?: unknown };
  if (!['h', 's', 'v'].some((name) => name in color)) return undefined;
  const hue = toNumber(color.h);
  const saturation = toNumber(color.s);
  if (hue === undefined || saturation === undefined || saturation <= 5) return WARM_WHITE;
  const level = Math.min(saturation, 100) / 100;
  return `#${[5, 3, 1].map((channel) => hexChannel(hue, level, channel)).join('')}`;
}

/**
 * Returns red (5), green (3) or blue (1) at full value, in hex:
 * https://en.wikipedia.org/wiki/HSL_and_HSV#HSV_to_RGB_alternative
 */
function hexChannel(hue: number, level: number, channel: number): string {
  const turns = (((hue % 360) + 360) % 360) / 60;
  const k = (channel + turns) % 6;
  const share = 1 - level * Math.max(0, Math.min(k, 4 - k, 1));
  return Math.round(share * 255)
    .toString(16)
    .padStart(2, '0');
}

/** Returns an icon's glyph. Templates may escape it, as a backslash and `uE8A0` (ios-app 5.2). */
export const glyph = (char: string) =>
  char.replace(/\\u([0-9a-f]{4})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const NAMES: readonly OwnState[] = [
  'Red',
  'Orange',
  'Yellow',
  'Green',
  'Turquoise',
  'Blue',
  'Violet',
  'Pink',
  'Red',
];
const ENDS = [15, 45, 70, 160, 195, 255, 290, 345];

/** Returns whether the value is a colour that is not white. */
export function isTinted(value: unknown): value is { h: number | string; s: number | string } {
  const { h, s } = (value ?? {}) as { h?: unknown; s?: unknown };
  return toNumber(h) !== undefined && (toNumber(s) ?? 0) > 5;
}

/** Returns the name of a colour's hue in degrees. */
export function colorName({ h }: { h: number | string }): OwnState {
  const hue = (((toNumber(h) ?? 0) % 360) + 360) % 360;
  return NAMES[ENDS.findIndex((end) => hue <= end)] ?? 'Red';
}

/** How white light of each temperature in kelvins is drawn. Lamplight is drawn warmer than it is. */
const WHITES: readonly (readonly [kelvins: number, color: string])[] = [
  [2000, '#ffb469'],
  [2500, '#fbbf6d'],
  [2700, '#f6ca5b'],
  [3000, '#fbd48c'],
  [3500, '#fbe5b8'],
  [4000, '#fdf3dd'],
  [5000, '#f6f6f4'],
  [6500, '#e7eefb'],
];

/** Returns the colour of white light; below 1,000 its temperature is in mireds, otherwise in kelvins. */
export function temperatureColor(temperature: number | undefined): string | undefined {
  if (temperature === undefined || temperature <= 0) return undefined;
  const kelvins = temperature < 1000 ? 1_000_000 / temperature : temperature;
  const next = WHITES.findIndex(([each]) => each >= kelvins);
  const [above, below] = [WHITES[next], WHITES[next - 1]];
  if (!above) return WHITES.at(-1)?.[1];
  if (!below) return above[1];
  return mixed(below[1], above[1], (kelvins - below[0]) / (above[0] - below[0]));
}
