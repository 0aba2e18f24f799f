import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { I18n } from '../languages/index.ts';
import { memoizeAsync } from '../memoize-async.ts';
import { etagOf, revisionOf } from '../revision.ts';
import { html } from './html.ts';
import { i18nOf } from './language.ts';
import { FONT_PATH } from './page-styles.ts';
import { IMMUTABLE, NO_STORE, REVALIDATED } from './replies.ts';
import { isKnown } from './send-reply.ts';
import { type StandalonePage, sendStandalonePage } from './standalone-page.ts';

export type WebPages = {
  /** The folder with the build of `web/`. */
  readonly folder: string;
  /** Origins to which the pages connect in addition to their own, and origins of pictures. */
  readonly connect: readonly string[];
  readonly images: readonly string[];
  /** The version of the platform. */
  readonly version: string;
  /**
   * The application whose users sign in at `/home`, its password policy, whether mail can be sent to them,
   * and the host for which their passkeys are; empty without passkeys.
   */
  readonly home: {
    readonly clientId: string;
    readonly minPasswordLength: number;
    readonly sendsMail: boolean;
    readonly passkeyHost: string;
  };
};

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The folders of the build whose files are served. */
const FOLDERS = ['assets', 'icons', 'screenshots'];

/**
 * Files served below `/home`. The service worker's scope is `/home` itself, and it may fetch our files and show
 * our icons in notifications.
 */
const OF_HOME = {
  'manifest.webmanifest': {},
  'service-worker.js': {
    'Service-Worker-Allowed': '/home',
    'Content-Security-Policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
  },
};

/**
 * Registers `/home` and `/portal`, which serve one page each for every path below them, because the page
 * itself routes the rest of the path; and `/web`, which serves their files. Files under `assets` have a
 * content hash in their name.
 */
export function registerWebPages(app: FastifyInstance, options: WebPages): void {
  const { folder } = options;
  const names = listFiles(folder);
  const file = memoizeAsync(async (name: string) => {
    const bytes = await readFile(join(folder, name));
    return { bytes, etag: etagOf(revisionOf(1, bytes.toString('latin1'))) };
  });
  const text = memoizeAsync((name: string) => readFile(join(folder, name), 'utf8'));

  async function sendFile(request: FastifyRequest, reply: FastifyReply, name: string) {
    const type = contentTypes[extname(name)];
    if (!names.has(name) || type === undefined) throw new ApiError('unknown_path');
    const { bytes, etag } = await file(name);
    const cacheControl = name.startsWith('assets/') ? IMMUTABLE : REVALIDATED;
    reply.headers({ ETag: etag, 'Cache-Control': cacheControl });
    return isKnown(request, etag) ? reply.code(304).send() : reply.type(type).send(bytes);
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, name: string) {
    if (!names.has(name)) return sendStandalonePage(reply, 503, notBuilt(i18nOf(request)));
    const nonce = randomBytes(16).toString('base64');
    const page = (await text(name))
      .replaceAll('{{nonce}}', nonce)
      .replaceAll('{{version}}', options.version)
      .replaceAll('{{clientId}}', options.home.clientId)
      .replaceAll('{{leastPasswordLength}}', String(options.home.minPasswordLength))
      .replaceAll('{{sendsMail}}', String(options.home.sendsMail))
      .replaceAll('{{passkeyHost}}', options.home.passkeyHost);
    return reply
      .headers({ 'Content-Security-Policy': policyOf(options, nonce), 'Cache-Control': NO_STORE })
      .type('text/html; charset=utf-8')
      .send(Buffer.from(page));
  }

  for (const name of FOLDERS)
    app.get<{ Params: { name: string } }>(`/web/${name}/:name`, (request, reply) =>
      sendFile(request, reply, `${name}/${request.params.name}`),
    );
  // The name of the font in the build changes with its content; server-rendered pages need a stable URL.
  const font = [...names].find((name) => /^assets\/figtree-latin-wght-normal-.*\.woff2$/.test(name));
  app.get(FONT_PATH, async (request, reply) => {
    if (font === undefined) throw new ApiError('unknown_path');
    const { bytes, etag } = await file(font);
    reply.headers({ ETag: etag, 'Cache-Control': 'public, max-age=86400' });
    return isKnown(request, etag) ? reply.code(304).send() : reply.type('font/woff2').send(bytes);
  });
  for (const [name, headers] of Object.entries(OF_HOME))
    app.get(`/home/${name}`, (request, reply) => sendFile(request, reply.headers(headers), name));
  for (const page of ['home', 'portal']) {
    app.get(`/${page}`, (request, reply) => sendPage(request, reply, `${page}.html`));
    app.get<{ Params: { '*': string } }>(`/${page}/*`, (request, reply) => {
      // Only programs call these paths, and they do not want a page.
      if (request.params['*'].startsWith('api/')) throw new ApiError('unknown_path');
      return sendPage(request, reply, `${page}.html`);
    });
  }
}

/** Returns the paths of the files that are served; none when the pages are not built. */
function listFiles(folder: string): ReadonlySet<string> {
  const namesIn = (path: string) => (existsSync(path) ? readdirSync(path) : []);
  const inFolders = FOLDERS.flatMap((name) => namesIn(join(folder, name)).map((file) => `${name}/${file}`));
  return new Set([...namesIn(folder), ...inFolders]);
}

/**
 * Returns the CSP. Scripts are only our own files; styles created at run time carry the nonce of this
 * response.
 */
function policyOf({ connect, images }: WebPages, nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data: blob:", ...images].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const notBuilt = (i18n: I18n): StandalonePage => ({
  language: i18n.language,
  title: i18n.t('These pages are not built yet'),
  content: html`<p>${i18n.t('In the folder of Azulejo, run {command}, and load this page again.', {
    command: html`<code>npm ci</code>`,
  })}</p>`,
});
