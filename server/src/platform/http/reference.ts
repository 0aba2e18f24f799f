import { openapiDocument, operations } from '@azulejo/contract';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { etagOf, revisionOf } from '../revision.ts';
import { REVALIDATED } from './replies.ts';

/** `/openapi.json`, and `/docs`: the API reference with try-it, all of it from our own origin. */
export async function registerReference(
  app: FastifyInstance,
  options: { url: string; version: string },
): Promise<void> {
  const document = openapiDocument(operations, options);
  const bytes = Buffer.from(JSON.stringify(document));
  const etag = etagOf(revisionOf(1, document));
  app.get('/openapi.json', async (request, reply) => {
    reply.headers({ ETag: etag, 'Cache-Control': REVALIDATED, 'Access-Control-Allow-Origin': '*' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
  await app.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('Content-Security-Policy', DOCS_POLICY);
        done();
      },
    },
  });
}

/** The reference page starts itself by an inline script and styles itself inline; nothing comes from elsewhere. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
].join('; ');
