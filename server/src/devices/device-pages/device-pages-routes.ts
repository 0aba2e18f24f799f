import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/api-error.ts';
import { REVALIDATED } from '../../platform/http/replies.ts';
import { isKnown } from '../../platform/http/send-reply.ts';
import type { Templates } from '../templates/index.ts';
import type { DevicePages } from './device-pages.ts';

/**
 * Serves `/widgets/{uuid}/archive` without a token: it holds no personal data, and known apps send no token.
 */
export function registerDevicePages(app: FastifyInstance, pages: DevicePages, templates: Templates): void {
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
