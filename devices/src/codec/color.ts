/** A colour as templates have it: hue in degrees, saturation and value in percent. */
export interface Hsv {
  readonly h: number;
  readonly s: number;
  readonly v: number;
}

/** From CIE XYZ to linear sRGB with the white point D65 (IEC 61966-2-1). */
const TO_RGB = [
  [3.2406, -1.5372, -0.4986],
  [-0.9689, 1.8758, 0.0415],
  [0.0557, -0.204, 1.057],
] as const;

const gamma = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;

function rgbOf(x: number, y: number): readonly number[] {
  const xyz = [x / y, 1, (1 - x - y) / y] as const;
  const linear = TO_RGB.map((row) => Math.max(0, row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2]));
  const highest = Math.max(...linear);
  return highest === 0 ? [0, 0, 0] : linear.map((part) => gamma(part / highest));
}

/**
 * Returns a point of the CIE 1931 diagram at full brightness, which lights have as a value of its own;
 * undefined for a point outside the diagram.
 */
export function fromXy(x: number, y: number): Hsv | undefined {
  if (!(x >= 0 && x <= 1 && y > 0 && y <= 1)) return undefined;
  const [red = 0, green = 0, blue = 0] = rgbOf(x, y);
  const highest = Math.max(red, green, blue);
  const range = highest - Math.min(red, green, blue);
  const saturation = highest === 0 ? 0 : range / highest;
  return { h: range === 0 ? 0 : hueOf({ red, green, blue, highest, range }), s: percent(saturation), v: 100 };
}

type Parts = { red: number; green: number; blue: number; highest: number; range: number };

function hueOf({ red, green, blue, highest, range }: Parts): number {
  if (highest === red) return Math.round(60 * (((green - blue) / range + 6) % 6)) % 360;
  if (highest === green) return Math.round(60 * ((blue - red) / range + 2));
  return Math.round(60 * ((red - green) / range + 4));
}

const percent = (share: number): number => Math.round(share * 100);
