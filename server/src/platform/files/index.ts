import type { Files } from './files.ts';
import { openFolder } from './folder.ts';
import { type Bucket, openBucket } from './s3.ts';

export type { Files, StoredFile } from './files.ts';
export { openFolder } from './folder.ts';

/** Where files are: in a folder, which several servers may share, or in a bucket. */
export type FilesPlace = { readonly folder: string } | { readonly bucket: Bucket };

export const openFiles = async (place: FilesPlace): Promise<Files> =>
  'folder' in place ? openFolder(place.folder) : openBucket(place.bucket);
