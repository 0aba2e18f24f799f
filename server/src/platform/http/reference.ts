import { type Origin, openapiDocument, operations } from '@azulejo/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';
import { memoizeAsync } from '../memoize-async.ts';
import { etagOf, revisionOf } from '../revision.ts';
import { docsHeader } from './docs-header.ts';
import { ICON_PATH } from './page-styles.ts';
import { REFERENCE_SCRIPT, REFERENCE_STYLES } from './reference-styles.ts';
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
      openapi: `${urls.base}/openapi.json`,
      live: `${urls.base}/docs/live`,
      asyncapi: `${urls.base}/asyncapi.json`,
      health: `${urls.base}/readyz`,
    });
  });
  const page = memoizeAsync(createPage);
  const part = memoizeAsync(async (path: Part) => readPart(await page('/docs'), path));
  for (const url of ['/docs', '/docs/*'] as const) {
    app.get(url, async (request, reply) => {
      const path = pathOf(request.url);
      // The page refers to its files by relative URLs.
      if (path === '/docs') return reply.redirect('/docs/', 301);
      if (!isPart(path)) throw new ApiError('unknown_path');
      const { bytes, type, etag: partEtag } = await part(path);
      reply.headers({ 'Content-Security-Policy': policy, 'Cache-Control': REVALIDATED, ETag: partEtag });
      if (isKnown(request, partEtag)) return reply.code(304).send();
      return reply.type(type).send(bytes);
    });
  }
}

/** Lists the files of the page. */
const PARTS = ['/docs/', '/docs/js/scalar.js'] as const;
type Part = (typeof PARTS)[number];
const isPart = (path: string): path is Part => PARTS.some((each) => each === path);

async function readPart(page: FastifyInstance, path: Part) {
  const { rawPayload, headers } = await page.inject({ method: 'GET', url: path });
  const bytes = path === '/docs/' ? Buffer.from(withOurParts(rawPayload.toString())) : rawPayload;
  const etag = etagOf(revisionOf(1, bytes.toString('latin1')));
  return { bytes, etag, type: String(headers['content-type']) };
}

/** Returns the rendered page with its language, our icon and our header added. */
function withOurParts(page: string): string {
  const replaced = page
    .replace('<html>', '<html lang="en">')
    .replace('</head>', `<link rel="icon" href="${ICON_PATH}"><script>${REFERENCE_SCRIPT}</script></head>`)
    .replace('<body>', `<body>${docsHeader('/docs/').html}`);
  if (!/<html lang[\s\S]*<body><header/.test(replaced))
    throw new Error('The reference has another shape now.');
  return replaced;
}

/**
 * Creates the page. Called on first use: it is 4 MB of scripts and styles, which most server runs never need.
 */
async function createPage(routePrefix: '/docs'): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const page = Fastify();
  await page.register(reference, {
    routePrefix,
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Azulejo API',
      customCss: REFERENCE_STYLES,
      // Nothing is loaded from or sent to other origins: no fonts, no telemetry, no services of the vendor.
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
