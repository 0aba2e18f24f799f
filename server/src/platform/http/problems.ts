import type { Socket } from 'node:net';
import { type ErrorName, errors } from '@azulejo/contract';
import {
  StorageBusyError,
  StorageClosedError,
  StorageUnavailableError,
  WriteTimeoutError,
} from '@azulejo/storage';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, problemBody } from '../api-error.ts';
import type { I18n } from '../languages/index.ts';
import type { Logger } from '../logger.ts';
import { newId } from '../random-token.ts';
import type { KnownPath } from './allowed-methods.ts';
import { FORM_TYPE, MAX_FORM_BYTES } from './form-fields.ts';
import { html } from './html.ts';
import { i18nOf } from './language.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import { STATUS_CODES } from './node-http.ts';
import { NO_STORE } from './replies.ts';
import { type StandalonePage, sendStandalonePage } from './standalone-page.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of the contract whose method is not allowed: no route has it. */
    refusedRoute: string | undefined;
  }
}

/** Returns the path of the route, also where the method is not allowed. */
export const routeOf = (request: FastifyRequest): string | undefined =>
  request.routeOptions.url ?? request.refusedRoute;

/** Fastify's own errors by their code. */
const KNOWN: Readonly<Record<string, ErrorName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_MAX_PARAM_LENGTH: 'unknown_path',
};

export type ProblemOptions = {
  /** Called when a limit refuses a request. */
  onLimited: (limit: string) => void;
  /** Returns the path that the contract has for an address, with another method. */
  knownPath: (method: string, path: string) => KnownPath | undefined;
  /** Returns the operation with the nearest path. */
  nearestPath: (method: string, path: string) => string | undefined;
};

/** Turns errors into replies. It is the only place that does. */
export function answerProblems(
  app: FastifyInstance,
  { onLimited, knownPath, nearestPath }: ProblemOptions,
): void {
  app.decorateRequest('callContext', undefined);
  app.decorateRequest('warnings', undefined);
  app.decorateRequest('refusedRoute', undefined);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toApiError(error);
    if (problem.kind === 'too_many_requests') onLimited(problem.limit ?? 'other');
    return send(problem, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const known = knownPath(request.method, path);
    if (known) {
      request.refusedRoute = known.route;
      return send(methodNotAllowed(known.allow), request, reply);
    }
    const nearest = nearestPath(request.method, path);
    const detail = nearest && `${errors.unknown_path.text} Did you mean ${nearest}?`;
    return send(new ApiError('unknown_path', detail === undefined ? {} : { detail }), request, reply);
  });
}

/**
 * Replies to an error, even before routing: Fastify's own reply would repeat the URL and with it credentials.
 */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(toApiError(error), request, reply);
}

/** Transient errors: the same request may succeed a moment later. */
const UNAVAILABLE = [StorageBusyError, StorageClosedError, StorageUnavailableError, WriteTimeoutError];

/** Codes of a full or failing disk, for files that do not go through the database, such as uploads. */
const DISK_TROUBLE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);

const UNREADABLE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Returns whether no reply can be sent: the socket has closed, or its TLS handshake did not finish. */
const isSilent = (code: string, socket: Socket): boolean =>
  /^(ECONNRESET|EPROTO|ERR_SSL|ERR_TLS)/.test(code) || !socket.writable;

/** Replies on the socket to bytes that are not HTTP. The bytes, which the error contains, are not logged. */
export function answerUnreadable(logger: Logger): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return ({ code = '' }, socket) => {
    if (isSilent(code, socket)) {
      socket.destroy();
      return;
    }
    const id = newId();
    logger.debug({ reqId: id, code }, 'request could not be read');
    const problem = new ApiError('invalid_request', { detail: 'The request could not be read.' });
    answerOnSocket(socket, problem, { id, status: UNREADABLE[code] ?? 400 });
  };
}

/** Replies before a request was read, and closes the socket. */
export const refuseSocket = (socket: Socket, problem: ApiError): void =>
  answerOnSocket(socket, problem, { id: newId(), status: errors[problem.kind].status });

function answerOnSocket(
  socket: Socket,
  problem: ApiError,
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

export function toApiError(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  const known = KNOWN[error.code];
  if (known) return new ApiError(known, { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('malformed_body', { cause: error });
  }
  if (UNAVAILABLE.some((kind) => error instanceof kind) || DISK_TROUBLE.has(error.code)) {
    return new ApiError('unavailable', { cause: error });
  }
  return new ApiError('internal', { cause: error });
}

function send(problem: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code } = errors[problem.kind];
  if (status >= 500) request.log.error({ err: problem.cause ?? problem }, 'request failed');
  if (problem.kind === 'unknown_path' && isPageRequest(request))
    return sendStandalonePage(reply.header('X-Error', String(code)), status, notFoundPage(i18nOf(request)));
  const warnings = problem.kind === 'invalid_request' ? request.warnings : undefined;
  const isAuthEndpoint = request.routeOptions.url?.startsWith('/v3/auth/') ?? false;
  return reply
    .code(status)
    .headers({ 'X-Error': String(code), 'Cache-Control': NO_STORE, ...problem.headers })
    .headers(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(withDetail(problem, request), request.id, isAuthEndpoint, warnings)));
}

/** Adds what only the request knows: its content type, and the limits of its operation. */
function withDetail(problem: ApiError, request: FastifyRequest): ApiError {
  if (problem.detail !== undefined) return problem;
  const { accepts } = request.routeOptions.config;
  if (problem.kind === 'unsupported_media_type' && accepts !== undefined && accepts.length > 0) {
    const [given = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
    const got = NAMED_MEDIA_TYPES.has(given) ? `, not ${given}` : '';
    return new ApiError(problem.kind, { detail: `Send ${accepts.join(' or ')}${got}.` });
  }
  const { bodyLimit } = request.routeOptions;
  const isForm = request.headers['content-type']?.startsWith(FORM_TYPE);
  const limit = isForm && bodyLimit !== undefined ? Math.min(bodyLimit, MAX_FORM_BYTES) : bodyLimit;
  if (problem.kind === 'body_too_large' && limit !== undefined)
    return new ApiError(problem.kind, {
      detail: `The body is too large: at most ${limit} bytes are accepted.`,
    });
  return problem;
}

/** The types that clients send by mistake. Other text in the header is not repeated: it may be a misplaced secret. */
const NAMED_MEDIA_TYPES: ReadonlySet<string> = new Set([
  'application/javascript',
  'application/json',
  'application/merge-patch+json',
  'application/octet-stream',
  FORM_TYPE,
  'application/xml',
  'multipart/form-data',
  'text/csv',
  'text/html',
  'text/json',
  'text/plain',
  'text/xml',
]);

/**
 * Returns whether a person uses a browser. Programs do not accept HTML explicitly; `/v3` is only for
 * programs.
 */
const isPageRequest = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/v3/') && (headers.accept ?? '').includes('text/html');

const notFoundPage = (i18n: I18n): StandalonePage => ({
  language: i18n.language,
  title: i18n.t('Page not found'),
  content: html`<p>${i18n.t('The address is wrong or no longer exists.')}</p>
<a class="button" href="/home">${i18n.t('Go to Home')}</a>
<p class="back"><a href="/docs/">${i18n.t('API reference')}</a></p>`,
});
