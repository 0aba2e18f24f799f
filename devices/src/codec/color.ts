/** A colour as templates have it: hue in degrees, saturation and value in percent. */
export interface Hsv {
  readonly h: number;
  readonly s: number;
  readonly v: number;
}

/**
 * From CIE XYZ to RGB of a wide gamut with the white point D65, without gamma correction. It is the inverse of what
 * Zigbee2MQTT does with a hue and saturation before it sends them to a light that knows only x and y. With another
 * conversion, such as sRGB's, a light would show another colour than the one that was asked for.
 */
const TO_RGB = [
  [1.656492, -0.354851, -0.255038],
  [-0.707196, 1.655397, 0.036152],
  [0.051713, -0.121364, 1.01153],
] as const;

function rgbOf(x: number, y: number): readonly number[] {
  const xyz = [x / y, 1, (1 - x - y) / y] as const;
  const linear = TO_RGB.map((row) => Math.max(0, row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2]));
  const highest = Math.max(...linear);
  return highest === 0 ? [0, 0, 0] : linear.map((part) => part / highest);
}

/**
 * Returns a point of the CIE 1931 diagram at full brightness, which lights have as a separate value; undefined for a
 * point outside the diagram.
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
