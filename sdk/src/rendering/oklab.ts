/** A colour in OKLab: lightness 0 to 1, and two opponent axes (https://bottosson.github.io/posts/oklab/). */
type Oklab = readonly [lightness: number, a: number, b: number];
type Rgb = readonly [red: number, green: number, blue: number];

/** Returns red, green and blue, 0 to 1, of `#rrggbb`. */
const rgbOf = (hex: string): Rgb => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
};

const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** These are the transfer function of sRGB and its inverse (IEC 61966-2-1). */
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const gamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

function toOklab(rgb: Rgb): Oklab {
  const [r, g, b] = rgb.map(linear) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

export const lightnessOf = (hex: string): number => toOklab(rgbOf(hex))[0];

const STEP = 0.02;

/**
 * Returns the colour `#rrggbb` mixed with as much white as it needs to reach the lightness, which keeps its hue.
 * It proceeds in steps, because a mixture that sRGB cannot show becomes darker when it is clipped.
 */
export function lightened(hex: string, lightness: number): string {
  let shade = hex;
  for (let white = STEP; lightnessOf(shade) < lightness && white < 1; white += STEP)
    shade = mixed(hex, '#ffffff', white);
  return shade;
}

/** Returns the colour between two, `share` of the second. */
export function mixed(one: string, other: string, share: number): string {
  const [from, to] = [toOklab(rgbOf(one)), toOklab(rgbOf(other))];
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return hexOf(fromOklab([at(0), at(1), at(2)]));
}
