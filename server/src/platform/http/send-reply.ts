import type { AnyOperation } from '@azulejo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { etagOf, matchesEtag } from '../revision.ts';
import { NO_STORE, type Reply, STREAMED, type StreamReply } from './replies.ts';

/** Sends what a handler answered, with its caching and revision headers. */
export function sendReply(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: AnyOperation,
  answer: Reply<unknown>,
): FastifyReply {
  if ('redirect' in answer) {
    return reply
      .code(303)
      .headers({ ...answer.headers, Location: answer.redirect, 'Cache-Control': NO_STORE })
      .type('application/json')
      .send('{}');
  }
  if ('stream' in answer) return sendStream(request, reply, answer);
  const status = 'status' in answer ? answer.status : undefined;
  reply.code(status ?? operation.status).header('cache-control', answer.cacheControl ?? NO_STORE);
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

/** A caller that takes nothing for so long has gone without saying so. */
const STALLED_MS = 60_000;

function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { stream, contentType, headers }: StreamReply,
): FastifyReply {
  // Node ends a connection on which nothing was taken for so long, and takes the limit off when the answer is whole.
  request.raw.socket.setTimeout(STALLED_MS);
  // nginx would keep it back until its buffer is full.
  return reply
    .headers({ ...headers, 'cache-control': STREAMED, 'x-accel-buffering': 'no' })
    .type(contentType)
    .send(stream);
}

/** RFC 9110 13.1.2: `If-None-Match` names what the caller already has. */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && matchesEtag(known, etag, 'weak');
}

/** RFC 9110 13.1.1: `If-Match` names the revision that the caller means to act on. */
export function requireMatch(request: FastifyRequest, revision: string): void {
  const wanted = request.headers['if-match'];
  if (wanted !== undefined && !matchesEtag(wanted, etagOf(revision), 'strong')) {
    throw new Problem('precondition_failed');
  }
}
