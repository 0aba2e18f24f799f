import { resources } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import type { Handlers } from '../../core/access/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import { ApiError } from '../../platform/api-error.ts';
import { openFiles } from '../../platform/files/index.ts';
import { IMMUTABLE, NO_STORE } from '../../platform/http/replies.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import { storeImage } from './store-image.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** Stores the pictures that people and applications upload. */
export async function uploadsFeature({ config, db, clock }: Platform) {
  const files = await openFiles(config.files);
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

type Dependencies = { uploads: Uploads; uploaderUrl: string; uploadsPerOwner: number };

const TYPE_OF: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg' };

/** Accepts uploaded pictures from users and makers (spec 2.2 `endpoints.uploader`). */
function uploadHandlers({
  uploads,
  uploaderUrl,
  uploadsPerOwner,
}: Dependencies): Handlers<typeof resources.uploads> {
  const limit = createRateLimit('uploads', uploadsPerOwner);
  return {
    create: async ({ context, request }) => {
      const { principal } = context;
      limit.take(principal.id);
      const body = await storeImage(uploads, { body: request.body, ownerId: principal.id, uploaderUrl });
      return { body, cacheControl: NO_STORE };
    },
  };
}

/** Serves `/uploads/{name}`: immutable files that browsers treat as images only. */
function registerUploadedFiles(app: FastifyInstance, uploads: Uploads): void {
  app.get<{ Params: { name: string } }>('/uploads/:name', async (request, reply) => {
    const { name } = request.params;
    const type = TYPE_OF[name.split('.').at(-1) ?? ''];
    const bytes = type === undefined ? undefined : await uploads.get(name);
    if (!bytes || type === undefined) throw new ApiError('not_found');
    return reply
      .headers({
        'Cache-Control': IMMUTABLE,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Content-Disposition': 'inline',
      })
      .type(type)
      .send(bytes);
  });
}
