import sharp, { type Sharp } from 'sharp';

/** Raw pixels of one colour; with `alpha`, half transparent. */
export function plainPicture(width: number, height: number, { alpha = false } = {}): Sharp {
  const background = { r: 20, g: 120, b: 200, ...(alpha ? { alpha: 0.5 } : {}) };
  return sharp({ create: { width, height, channels: alpha ? 4 : 3, background } });
}
