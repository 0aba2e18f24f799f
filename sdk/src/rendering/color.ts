import { toNumber } from '@azulejo/model';

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
