import { type Origin, openapiDocument, operations } from '@azulejo/contract';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { etagOf, revisionOf } from '../revision.ts';
import { REVALIDATED } from './replies.ts';

type Urls = Readonly<Record<Origin, string>>;

/** `/openapi.json`, and `/docs`: the API reference with try-it, all of it from our own origin. */
export async function registerReference(
  app: FastifyInstance,
  options: { urls: Urls; version: string },
): Promise<void> {
  const { urls, version } = options;
  const policy = docsPolicy(Object.values(urls));
  const document = openapiDocument(operations, { url: urls.base, version, origins: differing(urls) });
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
      pageTitle: 'Azulejo API',
      customCss: COLOURS,
      // Nothing leaves this origin: no fonts, no telemetry, no services of the page's maker.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      authentication: { preferredSecurityScheme: 'bearer' },
      documentDownloadType: 'json',
      defaultOpenAllTags: true,
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('Content-Security-Policy', policy);
        done();
      },
    },
  });
}

/** Only what is elsewhere needs a server of its own in the document. */
function differing({ base, ...others }: Urls): Partial<Urls> {
  return Object.fromEntries(Object.entries(others).filter(([, url]) => url !== base));
}

/** The page starts and styles itself inline, as its maker built it; its try-it calls our own origins and no other. */
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

/** The blue and the ochre of painted tiles. */
const COLOURS = `
  .light-mode { --scalar-color-accent: #1f4e96; --scalar-button-1: #1f4e96; }
  .dark-mode { --scalar-color-accent: #8fb4ee; --scalar-color-yellow: #dfa54a; }
`;
