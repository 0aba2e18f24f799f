import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, revisionOf } from '../revision.ts';
import { REVALIDATED } from './replies.ts';
import { isKnown } from './send-reply.ts';

/** What is made once and sent to everybody who asks for it. */
export type PreparedText = { readonly bytes: Buffer; readonly etag: string };

export const prepareText = (text: string): PreparedText => ({
  bytes: Buffer.from(text),
  etag: etagOf(revisionOf(1, text)),
});

/** Sends it with these headers, or 304 to clients that have it. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag, headers }: PreparedText & { readonly headers: Readonly<Record<string, string>> },
): FastifyReply {
  reply.headers({ ...headers, ETag: etag, 'Cache-Control': REVALIDATED });
  return isKnown(request, etag) ? reply.code(304).send() : reply.send(bytes);
}

/** The headers of a page without scripts that loads only its font and its icon. Its style sheet is allowed by hash. */
export const headersWithoutScripts = (styles: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', styles, 'base64')}'`,
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
});
