import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Color } from '../../../devices/controls/color.ts';

/** White light by its warmth in kelvin, as it is drawn. */
const whites: readonly (readonly [kelvin: number, color: string, name: MessageDescriptor])[] = [
  [2_000, '#ffb469', msg`candlelight`],
  [2_500, '#fbbf6d', msg`soft white`],
  [2_900, '#fbd48c', msg`warm white`],
  [3_400, '#fbe5b8', msg`neutral white`],
  [4_000, '#fdf3dd', msg`bright white`],
  [4_800, '#f6f6f4', msg`daylight`],
  [5_600, '#e7eefb', msg`cool white`],
  [6_500, '#d5e4ff', msg`north light`],
];

const nearest = (mired: number) =>
  whites.toSorted(([one], [other]) => Math.abs(1e6 / one - mired) - Math.abs(1e6 / other - mired))[0];

/** Returns the colour of a white between those that are known, by its mired, as eyes see it. */
export function whiteColor(mired: number): string {
  const index = whites.findLastIndex(([kelvin]) => 1e6 / kelvin >= mired);
  const [warmer, cooler] = [whites[Math.max(0, index)], whites[index + 1] ?? whites.at(-1)];
  if (!warmer || !cooler || warmer === cooler) return warmer?.[1] ?? '#f6ca5b';
  const [from, to] = [1e6 / warmer[0], 1e6 / cooler[0]];
  const share = Math.min(1, Math.max(0, (from - mired) / (from - to)));
  return `color-mix(in oklab, ${cooler[1]} ${(share * 100).toFixed(0)}%, ${warmer[1]})`;
}
export function whiteName(mired: number): string {
  const name = nearest(mired)?.[2];
  return name ? i18n._(name) : t`white`;
}

const SWATCHES = 8;

/** Returns eight whites between the limits of a lamp, in mired, warmest first. */
export function whiteSwatches(min: number, max: number): number[] {
  return Array.from({ length: SWATCHES }, (_, n) => Math.round(max - (n * (max - min)) / (SWATCHES - 1)));
}

/** Returns the position of the swatch that is nearest to the value. */
export function nearestSwatch(swatches: readonly number[], value: number | undefined): number {
  if (value === undefined) return -1;
  const distances = swatches.map((each) => Math.abs(each - value));
  return distances.indexOf(Math.min(...distances));
}

/** The colours that are offered first. */
export const colorSwatches: readonly Color[] = [
  { h: 0, s: 90, v: 100 },
  { h: 28, s: 90, v: 100 },
  { h: 50, s: 85, v: 100 },
  { h: 120, s: 75, v: 100 },
  { h: 178, s: 75, v: 100 },
  { h: 225, s: 85, v: 100 },
  { h: 275, s: 75, v: 100 },
  { h: 330, s: 70, v: 100 },
];

const NEAR_DEGREES = 8;

/** Returns the position of the swatch that looks like the colour, or -1. */
export function colorSwatchOf(color: Color | undefined): number {
  if (!color || color.s <= 5) return -1;
  return colorSwatches.findIndex(({ h }) => {
    const turn = Math.abs(h - color.h) % 360;
    return Math.min(turn, 360 - turn) <= NEAR_DEGREES;
  });
}

/** Dark icons on a lamp's colour are readable from this lightness in OKLab. */
const MIN_LIGHTNESS = 0.78;

/** Returns the CSS colour of a light, mixed with white until dark icons are readable on it. */
export function lightColor({ h, s }: Color): string {
  const parts = [5, 3, 1].map((turns) => channelOf(h, s / 100, turns));
  const lightness = lightnessOf(parts);
  const share = lightness >= MIN_LIGHTNESS ? 1 : (1 - MIN_LIGHTNESS) / (1 - lightness);
  const rgb = parts.map((part) => Math.round(part * 255)).join(' ');
  return share === 1 ? `rgb(${rgb})` : `color-mix(in oklab, rgb(${rgb}) ${(share * 100).toFixed(1)}%, white)`;
}

/** Returns red (5), green (3) or blue (1) at full value: https://en.wikipedia.org/wiki/HSL_and_HSV */
function channelOf(hue: number, saturation: number, turns: number): number {
  const k = (turns + hue / 60) % 6;
  return 1 - saturation * Math.max(0, Math.min(k, 4 - k, 1));
}

/** Returns the lightness of a colour in OKLab: https://bottosson.github.io/posts/oklab/ */
function lightnessOf(parts: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
}
