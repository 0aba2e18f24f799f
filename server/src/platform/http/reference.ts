import { type Origin, openapiDocument, operations } from '@azulejo/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { keep } from '../keep.ts';
import { Problem } from '../problem.ts';
import { etagOf, revisionOf } from '../revision.ts';
import { REVALIDATED } from './replies.ts';
import { pathOf } from './request-log.ts';
import { isKnown } from './send-reply.ts';

type Urls = Readonly<Record<Origin, string>>;

/** `/openapi.json`, and `/docs`: the API reference with try-it, all of it from our own origin. */
export function registerReference(app: FastifyInstance, options: { urls: Urls; version: string }): void {
  const { urls, version } = options;
  const policy = docsPolicy(Object.values(urls));
  const document = openapiDocument(operations, { url: urls.base, version, origins: differing(urls) });
  const bytes = Buffer.from(JSON.stringify(document));
  const etag = etagOf(revisionOf(1, document));
  app.get('/openapi.json', async (request, reply) => {
    reply.headers({ ETag: etag, 'Cache-Control': REVALIDATED, 'Access-Control-Allow-Origin': '*' });
    if (isKnown(request, etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
  app.get('/', async (request, reply) => {
    reply.headers({ 'Cache-Control': REVALIDATED, Vary: 'Accept' });
    // Browsers name it, programs do not.
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/home', 303);
    return reply.send({
      name: 'Azulejo',
      version,
      docs: `${urls.base}/docs`,
      openapi: `${urls.base}/openapi.json`,
      live: `${urls.base}/docs/live`,
      asyncapi: `${urls.base}/asyncapi.json`,
      health: `${urls.base}/readyz`,
    });
  });
  const page = keep(createPage);
  const part = keep(async (path: Part) => readPart(await page('/docs'), path));
  for (const url of ['/docs', '/docs/*'] as const) {
    app.get(url, async (request, reply) => {
      const path = pathOf(request.url);
      // The page names its parts relative to itself.
      if (path === '/docs') return reply.redirect('/docs/', 301);
      if (!isPart(path)) throw new Problem('unknown_path');
      const { bytes, type, etag: partEtag } = await part(path);
      reply.headers({ 'Content-Security-Policy': policy, 'Cache-Control': REVALIDATED, ETag: partEtag });
      if (isKnown(request, partEtag)) return reply.code(304).send();
      return reply.type(type).send(bytes);
    });
  }
}

/** All that the page is made of. */
const PARTS = ['/docs/', '/docs/js/scalar.js'] as const;
type Part = (typeof PARTS)[number];
const isPart = (path: string): path is Part => PARTS.some((each) => each === path);

async function readPart(page: FastifyInstance, path: Part) {
  const { rawPayload: bytes, headers } = await page.inject({ method: 'GET', url: path });
  const etag = etagOf(revisionOf(1, bytes.toString('latin1')));
  return { bytes, etag, type: String(headers['content-type']) };
}

/** Made when somebody first looks: it is 4 MB of script and styles, which most starts never need. */
async function createPage(routePrefix: '/docs'): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const page = Fastify();
  await page.register(reference, {
    routePrefix,
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
  });
  return page;
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
