import type { Socket } from 'node:net';
import { type ErrorName, errors } from '@azulejo/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../logger.ts';
import { Problem, problemBody } from '../problem.ts';
import { newId } from '../random-token.ts';
import {
  StorageBusyError,
  StorageClosedError,
  StorageUnavailableError,
  WriteTimeoutError,
} from '../storage/index.ts';
import { html } from './html.ts';
import { STATUS_CODES } from './node-http.ts';
import { NO_STORE } from './replies.ts';
import { type SmallPage, sendSmallPage } from './small-page.ts';

/** Fastify's own refusals, by its error code. */
const KNOWN: Readonly<Record<string, ErrorName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_MAX_PARAM_LENGTH: 'unknown_path',
};

/** The one place that turns errors into replies. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => send(new Problem('unknown_path'), request, reply));
}

/** Also for what fails before there is a route: left to itself, Fastify repeats the URL, and with it credentials. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(toProblem(error), request, reply);
}

/** What passes: the same request may succeed in a moment. */
const UNAVAILABLE = [StorageBusyError, StorageClosedError, StorageUnavailableError, WriteTimeoutError];

/** The disk is full or fails: files, as uploads are, meet it without the database between. */
const DISK_TROUBLE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);

const UNREADABLE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Of a socket on which nothing can be said: it is gone, or its TLS handshake did not end. */
const isSilent = (code: string, socket: Socket): boolean =>
  /^(ECONNRESET|EPROTO|ERR_SSL|ERR_TLS)/.test(code) || !socket.writable;

/** What is not HTTP is answered on its socket. Its bytes, which the error holds, are not logged. */
export function answerUnreadable(logger: Logger): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return ({ code = '' }, socket) => {
    if (isSilent(code, socket)) {
      socket.destroy();
      return;
    }
    const id = newId();
    logger.debug({ reqId: id, code }, 'request could not be read');
    const problem = new Problem('invalid_request', { detail: 'The request could not be read.' });
    answerOnSocket(socket, problem, { id, status: UNREADABLE[code] ?? 400 });
  };
}

/** Answers before a request was read, and closes. */
export const refuseSocket = (socket: Socket, problem: Problem): void =>
  answerOnSocket(socket, problem, { id: newId(), status: errors[problem.kind].status });

function answerOnSocket(
  socket: Socket,
  problem: Problem,
  { id, status }: { id: string; status: number },
): void {
  const body = JSON.stringify({ ...problemBody(problem, id, false), status });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Error: ${errors[problem.kind].code}`,
    `X-Request-Id: ${id}`,
    `Cache-Control: ${NO_STORE}`,
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

function toProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  const known = KNOWN[error.code];
  if (known) return new Problem(known, { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('malformed_body', { cause: error });
  }
  if (UNAVAILABLE.some((kind) => error instanceof kind) || DISK_TROUBLE.has(error.code)) {
    return new Problem('unavailable', { headers: { 'Retry-After': '2' }, cause: error });
  }
  return new Problem('internal', { cause: error });
}

function send(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code } = errors[problem.kind];
  // What the platform does not have yet is an answer: no operator can mend it.
  if (status >= 500 && problem.kind !== 'not_built')
    request.log.error({ err: problem.cause ?? problem }, 'request failed');
  if (problem.kind === 'unknown_path' && isPageRequest(request))
    return sendSmallPage(reply.header('X-Error', String(code)), status, notFoundPage);
  const isAuthEndpoint = request.routeOptions.url?.startsWith('/v3/auth/') ?? false;
  return reply
    .code(status)
    .headers({ 'X-Error': String(code), 'Cache-Control': NO_STORE, ...problem.headers })
    .headers(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem, request.id, isAuthEndpoint)));
}

/** A person with a browser. Programs do not name HTML, and below `/v3` everything is for them. */
const isPageRequest = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/v3/') && (headers.accept ?? '').includes('text/html');

const notFoundPage: SmallPage = {
  language: 'en',
  title: 'Page not found',
  content: html`<p>The address is wrong or no longer exists.</p>
<a class="button" href="/home">Go to Home</a>
<p class="back"><a href="/docs/">API reference</a></p>`,
};
