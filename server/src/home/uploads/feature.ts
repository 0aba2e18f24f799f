import { join } from 'node:path';
import { resources } from '@azulejo/contract';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import { openFiles } from '../../platform/files.ts';
import { createUploads } from './uploads.ts';
import { registerUploadedFiles, uploadHandlers } from './uploads-routes.ts';

/** Stores the pictures that people and applications upload. */
export async function uploadsFeature({ config, db, clock }: Platform) {
  const files = await openFiles(join(config.dataDir, 'uploads'));
  const uploads = createUploads({ db, clock, files, quota: config.uploadQuota });
  return {
    api: { uploads },
    routes({ app, serve }) {
      const uploaderUrl = config.urls.uploader;
      serve(resources.uploads, uploadHandlers({ uploads, uploaderUrl, ...config.rateLimits }));
      registerUploadedFiles(app, uploads);
    },
    jobs: [cleanup('uploads', uploads.sweep)],
  } satisfies Feature;
}
