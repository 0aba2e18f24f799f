/** A colour: hue in degrees, saturation and value in percent. */
export type Color = { readonly h: number; readonly s: number; readonly v: number };

const NAMES = ['Red', 'Orange', 'Yellow', 'Green', 'Turquoise', 'Blue', 'Violet', 'Pink', 'Red'];
const ENDS = [15, 45, 70, 160, 195, 255, 290, 345];

/** Returns a colour's name for screen readers; brightness is a property of its own. */
export function colorName({ h, s }: Pick<Color, 'h' | 's'>): string {
  if (s <= 5) return 'White';
  const found = ENDS.findIndex((end) => h <= end);
  return NAMES[found < 0 ? NAMES.length - 1 : found] ?? 'Red';
}

export function isColor(value: unknown): value is Color {
  const { h, s } = (value ?? {}) as Partial<Color>;
  return typeof h === 'number' && typeof s === 'number';
}
