import { t } from '@lingui/core/macro';

/** A colour: hue in degrees, saturation and value in percent. */
export type Color = { readonly h: number; readonly s: number; readonly v: number };

const ENDS = [15, 45, 70, 160, 195, 255, 290, 345];

/** Returns a colour's name for screen readers; brightness is a separate property. */
export function colorName({ h, s }: Pick<Color, 'h' | 's'>): string {
  if (s <= 5) return t`White`;
  const names = [t`Red`, t`Orange`, t`Yellow`, t`Green`, t`Turquoise`, t`Blue`, t`Violet`, t`Pink`];
  return names[ENDS.findIndex((end) => h <= end)] ?? t`Red`;
}

export function isColor(value: unknown): value is Color {
  const { h, s } = (value ?? {}) as Partial<Color>;
  return typeof h === 'number' && typeof s === 'number';
}
