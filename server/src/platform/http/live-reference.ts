import { hash } from 'node:crypto';
import { type AsyncApiOptions, asyncapiDocument } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import { memoizeAsync } from '../memoize-async.ts';
import { etagOf, revisionOf } from '../revision.ts';
import { renderLivePage } from './live-page.ts';
import { STYLES } from './live-page-styles.ts';
import { REVALIDATED } from './replies.ts';
import { isKnown } from './send-reply.ts';

/**
 * The CSP of a page without scripts that loads only its font and its icon. Its style sheet is allowed by
 * hash.
 */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLES, 'base64')}'`,
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const formats = {
  '/asyncapi.json': {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Access-Control-Allow-Origin': '*' },
    render: JSON.stringify,
  },
  '/docs/live': {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
    render: renderLivePage,
  },
};
type Path = keyof typeof formats;

/**
 * Registers `/asyncapi.json`, and `/docs/live`, the same document for people. Both are rendered on first use.
 */
export function registerLiveReference(app: FastifyInstance, options: AsyncApiOptions): void {
  const made = memoizeAsync(async (path: Path) => {
    const text = formats[path].render(asyncapiDocument(options));
    return { bytes: Buffer.from(text), etag: etagOf(revisionOf(1, text)) };
  });
  for (const path of Object.keys(formats) as Path[]) {
    app.get(path, async (request, reply) => {
      const { bytes, etag } = await made(path);
      reply.headers({ ...formats[path].headers, ETag: etag, 'Cache-Control': REVALIDATED });
      return isKnown(request, etag) ? reply.code(304).send() : reply.send(bytes);
    });
  }
}
