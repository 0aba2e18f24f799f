import type { AnyOperation, FieldError } from '@azulejo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { etagOf, matchesEtag } from '../revision.ts';
import { varyBy } from './headers.ts';
import { NO_STORE, type Reply, STREAMED, type StreamReply } from './replies.ts';

/** Sends the reply of a handler, with its caching and revision headers. */
export function sendReply(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: AnyOperation,
  answer: Reply<unknown>,
): FastifyReply {
  if (request.warnings && request.warnings.length > 0) reply.header('x-warnings', headerOf(request.warnings));
  if ('redirect' in answer) {
    return reply
      .code(303)
      .headers({ ...answer.headers, Location: answer.redirect, 'Cache-Control': NO_STORE })
      .type('application/json')
      .send('{}');
  }
  if ('stream' in answer) return sendStream(request, reply, answer);
  if ('isEmpty' in answer) return reply.code(204).header('cache-control', NO_STORE).send();
  const status = 'status' in answer ? answer.status : undefined;
  reply.code(status ?? operation.status).header('cache-control', answer.cacheControl ?? NO_STORE);
  // A 304 has it as well (RFC 9110 15.4.5).
  if ('vary' in answer && answer.vary !== undefined) varyBy(reply, answer.vary);
  if (answer.revision !== undefined) {
    const etag = etagOf(answer.revision);
    reply.header('etag', etag);
    if (request.method === 'GET' || request.method === 'HEAD') {
      requireMatch(request, answer.revision);
      if (isKnown(request, etag)) return reply.code(304).send();
    }
  }
  if ('bytes' in answer) {
    return reply.type(answer.contentType ?? 'application/json; charset=utf-8').send(answer.bytes);
  }
  return reply
    .headers(answer.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}

/** Returns warnings as the value of a header. They hold ASCII only. */
const headerOf = (warnings: readonly FieldError[]): string =>
  warnings.map(({ field, reason }) => `${field} ${reason}`).join('; ');

/** A client that reads nothing for this long is gone without having closed its connection. */
const STALLED_MS = 60_000;

/** Sends a stream, and closes a connection that does not read it. */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { stream, contentType, headers }: StreamReply,
): FastifyReply {
  // Node closes a connection that makes no progress for this long, and removes the timeout when the response
  // is complete.
  request.raw.socket.setTimeout(STALLED_MS);
  // Without this header nginx would buffer the stream.
  return reply
    .headers({ ...headers, 'cache-control': STREAMED, 'x-accel-buffering': 'no' })
    .type(contentType)
    .send(stream);
}

/** Returns whether the client already has this version: `If-None-Match` names it (RFC 9110 13.1.2). */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && matchesEtag(known, etag, 'weak');
}

/**
 * Checks `If-Match` (optimistic locking). Throws `precondition_failed` when it names another revision than the
 * current one (RFC 9110 13.1.1).
 */
export function requireMatch(request: FastifyRequest, revision: string): void {
  const wanted = request.headers['if-match'];
  if (wanted !== undefined && !matchesEtag(wanted, etagOf(revision), 'strong')) {
    throw new ApiError('precondition_failed');
  }
}
