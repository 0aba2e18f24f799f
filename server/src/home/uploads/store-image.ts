import { createHash } from 'node:crypto';
import type { UploadResult } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import { cleanImage } from './images.ts';
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
