import { type Origin, openapiDocument, operations } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';
import { memoizeAsync } from '../memoize-async.ts';
import { etagOf, revisionOf } from '../revision.ts';
import { runInThread } from '../run-in-thread.ts';
import type { PagePart } from './reference-page.ts';
import { REVALIDATED } from './replies.ts';
import { pathOf } from './request-log.ts';
import { isKnown } from './send-reply.ts';

type Urls = Readonly<Record<Origin, string>>;

/**
 * Registers `/openapi.json` and `/docs`, the interactive API reference, served entirely from our own origin.
 */
export function registerReference(app: FastifyInstance, options: { urls: Urls; version: string }): void {
  const { urls, version } = options;
  const policy = docsPolicy(Object.values(urls));
  // Built on first use, because most server runs never need it.
  const document = memoizeAsync(async (url: string) => {
    const built = openapiDocument(operations, { url, version, origins: differing(urls) });
    return { bytes: Buffer.from(JSON.stringify(built)), etag: etagOf(revisionOf(1, built)) };
  });
  app.get('/openapi.json', async (request, reply) => {
    const { bytes, etag } = await document(urls.base);
    reply.headers({ ETag: etag, 'Cache-Control': REVALIDATED, 'Access-Control-Allow-Origin': '*' });
    if (isKnown(request, etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
  app.get('/', async (request, reply) => {
    reply.headers({ 'Cache-Control': REVALIDATED, Vary: 'Accept' });
    // Browsers accept HTML explicitly, programs do not.
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/home', 303);
    return reply.send({
      name: 'Azulejo',
      version,
      docs: `${urls.base}/docs`,
      guides: `${urls.base}/docs/guides`,
      openapi: `${urls.base}/openapi.json`,
      live: `${urls.base}/docs/live`,
      asyncapi: `${urls.base}/asyncapi.json`,
      health: `${urls.base}/readyz`,
    });
  });
  const parts = memoizeAsync(makeParts);
  for (const url of ['/docs', '/docs/*'] as const) {
    app.get(url, async (request, reply) => {
      const path = pathOf(request.url);
      // The page refers to its files by relative URLs.
      if (path === '/docs') return reply.redirect('/docs/', 301);
      const part = (await parts('/docs')).get(path);
      if (!part) throw new ApiError('unknown_path');
      const { bytes, type, etag: partEtag } = part;
      reply.headers({ 'Content-Security-Policy': policy, 'Cache-Control': REVALIDATED, ETag: partEtag });
      if (isKnown(request, partEtag)) return reply.code(304).send();
      return reply.type(type).send(bytes);
    });
  }
}

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './reference-thread.ts' : './reference-thread.js',
  import.meta.url,
);

/**
 * Makes the files of the page in a thread, on first use: the vendor's module is 4 MB, which most server runs never
 * need, and loading it would hold up the requests of others.
 */
async function makeParts(prefix: '/docs'): Promise<Map<string, PagePart>> {
  const parts = await runInThread<PagePart[]>(threadFile, { name: 'reference', workerData: prefix });
  return new Map(parts.map((part) => [part.path, { ...part, bytes: toBuffer(part.bytes) }]));
}

/** Bytes come from a thread as an array, which may be a part of a larger memory. */
const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Returns the origins that differ from the base URL, which need their own server entry in the document. */
function differing({ base, ...others }: Urls): Partial<Urls> {
  return Object.fromEntries(Object.entries(others).filter(([, url]) => url !== base));
}

/** Returns the CSP. The vendor's page uses inline scripts and styles; requests go to our own origins only. */
const docsPolicy = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${[...new Set(origins)].join(' ')}`,
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
  ].join('; ');
