/**
 * Larger pictures are scaled down: the platform accepts 5 MB, and cameras make larger ones than a tile can
 * show.
 */
const LARGE_BYTES = 1024 * 1024;
const MAX_PIXELS = 1_600;
const QUALITY = 0.85;

/**
 * Returns the picture, scaled down if it is large. What the browser cannot decode is sent as it is, so that
 * the platform returns the error.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (file.size <= LARGE_BYTES) return file;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return file;
  const scale = Math.min(1, MAX_PIXELS / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return smaller && smaller.size < file.size ? smaller : file;
}
