import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

/** Returns a picture of one colour, half transparent with `alpha`. */
export function plainPicture(width: number, height: number, { alpha = false } = {}): Sharp {
  const background = { r: 20, g: 120, b: 200, ...(alpha ? { alpha: 0.5 } : {}) };
  return sharp({ create: { width, height, channels: alpha ? 4 : 3, background } });
}

/** Returns a picture of random pixels, which no format makes much smaller. */
export const noisyPicture = (width: number, height: number): Sharp =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
