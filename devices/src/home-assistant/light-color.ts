import { fromXy } from '../codec/color.ts';
import { isMembers, type Members, numberOf } from './text.ts';

/** A colour as the codec has it. */
export type HueSaturation = { readonly hue: number; readonly saturation: number };

export const fromRgb = (red: number, green: number, blue: number): HueSaturation => {
  const highest = Math.max(red, green, blue);
  const range = highest - Math.min(red, green, blue);
  if (range === 0) return { hue: 0, saturation: 0 };
  const sector =
    highest === red
      ? ((green - blue) / range + 6) % 6
      : highest === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return { hue: Math.round(sector * 60) % 360, saturation: Math.round((range / highest) * 100) };
};

/** Returns red, green and blue from 0 to 255 at full brightness, which lights have as a separate value. */
export function toRgb({ hue, saturation }: HueSaturation): readonly [number, number, number] {
  const part = (offset: number) => {
    const at = (offset + hue / 60) % 6;
    const share = 1 - (saturation / 100) * Math.max(0, Math.min(at, 4 - at, 1));
    return Math.round(share * 255);
  };
  return [part(5), part(3), part(1)];
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** Returns the point of the CIE 1931 diagram (IEC 61966-2-1). */
export function toXy(color: HueSaturation): readonly [number, number] {
  const [red, green, blue] = toRgb(color).map((part) => linear(part / 255)) as [number, number, number];
  const x = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const sum = x + y + 0.0193 * red + 0.1192 * green + 0.9505 * blue;
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  return [rounded(x / sum), rounded(y / sum)];
}

/** Reads `h,s`, `x,y` or `r,g,b`; undefined for anything else. */
export function fromList(mode: ColorMode, value: unknown): HueSaturation | undefined {
  const numbers = String(value).split(',').map(numberOf);
  const [first, second, third] = numbers;
  if (first === undefined || second === undefined) return undefined;
  if (mode === 'hs') return { hue: first, saturation: second };
  if (mode === 'xy') return ofXy(first, second);
  return third === undefined ? undefined : fromRgb(first, second, third);
}

export type ColorMode = 'hs' | 'xy' | 'rgb' | 'rgbw' | 'rgbww';

function ofXy(x: number, y: number): HueSaturation | undefined {
  const color = fromXy(x, y);
  return color && { hue: color.h, saturation: color.s };
}

/** Reads the member `color` of a light's state in JSON, in whichever of its forms. */
export function fromMembers(color: unknown): HueSaturation | undefined {
  if (!isMembers(color)) return undefined;
  const [h, s, x, y, r, g, b] = ['h', 's', 'x', 'y', 'r', 'g', 'b'].map((key) => numberOf(color[key]));
  if (h !== undefined && s !== undefined) return { hue: h, saturation: s };
  if (r !== undefined && g !== undefined && b !== undefined) return fromRgb(r, g, b);
  return x !== undefined && y !== undefined ? ofXy(x, y) : undefined;
}

/** Returns the member `color` for a light whose commands are JSON. */
export function toMembers(mode: ColorMode, color: HueSaturation): Members {
  if (mode === 'hs') return { h: color.hue, s: color.saturation };
  if (mode === 'xy') {
    const [x, y] = toXy(color);
    return { x, y };
  }
  const [r, g, b] = toRgb(color);
  return { r, g, b };
}

export function hueSaturationOf(value: unknown): HueSaturation {
  const { hue, saturation } = isMembers(value) ? value : {};
  return { hue: numberOf(hue) ?? 0, saturation: numberOf(saturation) ?? 0 };
}
