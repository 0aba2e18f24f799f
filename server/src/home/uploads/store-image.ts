import { createHash } from 'node:crypto';
import type { UploadResult } from '@azulejo/contract';
import type { Sharp } from 'sharp';
import { ApiError } from '../../platform/api-error.ts';
import { createLimiter } from '../../platform/limiter.ts';
import type { Uploads } from './uploads.ts';

/** Stores the picture of a request's body. Throws `invalid_image`, `quota_exceeded` or `unavailable`. */
export async function storeImage(
  uploads: Uploads,
  { body, ownerId, uploaderUrl }: { body: unknown; ownerId: string; uploaderUrl: string },
): Promise<UploadResult> {
  if (!Buffer.isBuffer(body)) throw new ApiError('invalid_image');
  const { bytes, type, width, height } = await cleanImage(body, ownerId);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const id = `${digest}.${type === 'image/png' ? 'png' : 'jpg'}`;
  await uploads.store({ id, ownerId, bytes, type, width, height });
  return { url: `${uploaderUrl}/uploads/${id}`, type, width, height, bytes: bytes.length };
}

/** 40 megapixels: more than any phone's photo, but far less than a small file can claim to contain. */
const MAX_PIXELS = 40_000_000;
/** One decoded picture can take 240 MB, and uses threads that sign-ins need. */
const limiter = createLimiter({ maxConcurrent: 1, maxWaiting: 30, maxWaitingPerKey: 10 });
/** Measured in pixels. Pictures of devices and people are shown small. */
const MAX_SIDE = 2048;

type CleanImage = { bytes: Buffer; type: 'image/png' | 'image/jpeg'; width: number; height: number };

/** Re-encodes the picture, so that only its pixels are kept. Throws `invalid_image` or `unavailable`. */
const cleanImage = (input: Buffer, ownerId: string): Promise<CleanImage> =>
  limiter(ownerId, () => clean(input));

async function clean(input: Buffer): Promise<CleanImage> {
  // Loads the library for the first upload instead of at start.
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const { format, hasAlpha } = await image.metadata();
    if (format !== 'png' && format !== 'jpeg' && format !== 'webp')
      throw new Error(`The format is ${format}.`);
    const upright = image
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
    return await encode(upright, format === 'png' || hasAlpha ? 'png' : 'jpeg');
  } catch (cause) {
    throw new ApiError('invalid_image', {
      detail: 'The body is not a PNG, JPEG or WebP image that can be read.',
      cause,
    });
  }
}

async function encode(image: Sharp, format: 'png' | 'jpeg'): Promise<CleanImage> {
  const encoded = format === 'png' ? image.png() : image.jpeg({ quality: 85, mozjpeg: true });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: data, type: `image/${format}`, width: info.width, height: info.height };
}
