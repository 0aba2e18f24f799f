import type { FastifyInstance } from 'fastify';
import type { Feature, Platform } from '../../core/feature.ts';
import { ApiError } from '../../platform/api-error.ts';
import { REVALIDATED } from '../../platform/http/replies.ts';
import { isKnown } from '../../platform/http/send-reply.ts';
import type { ChannelUrls } from '../channels/index.ts';
import type { Templates, ValueSchemas } from '../templates/index.ts';
import { createDevicePages, type DevicePages } from './device-pages.ts';

type Needs = Platform & { templates: Templates; schemas: ValueSchemas; picture: ChannelUrls['picture'] };

/** Serves the pages that phone apps load to show one device. */
export async function devicePagesFeature({ config, templates, schemas, picture }: Needs) {
  const devicePages = await createDevicePages();
  const channelUrls: ChannelUrls = {
    base: config.urls.base,
    picture,
    schema: schemas.urlOf,
    pageEtag: devicePages.etagOf,
  };
  return {
    api: { devicePages, channelUrls },
    routes: ({ app }) => registerDevicePages(app, devicePages, templates),
  } satisfies Feature;
}

/**
 * Serves `/widgets/{uuid}/archive` without a token: it holds no personal data, and known apps send no token.
 */
function registerDevicePages(app: FastifyInstance, pages: DevicePages, templates: Templates): void {
  app.get<{ Params: { uuid: string } }>('/widgets/:uuid/archive', async (request, reply) => {
    const { uuid } = request.params;
    if (!(await templates.hasInterface(uuid))) throw new ApiError('not_found');
    const { bytes, sha256, etag } = pages.archive(uuid);
    // Without these headers one known app crashes, and another does not cache the page (ios-app 9.2,
    // android-app 2.10).
    reply.headers({ ETag: etag, 'Content-SHA256': sha256, 'Cache-Control': REVALIDATED });
    if (isKnown(request, etag)) return reply.code(304).send();
    return reply.type('application/zip').send(bytes);
  });
}
