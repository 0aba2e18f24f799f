import { hash } from 'node:crypto';
import { isStorableText, MAX_MODEL_SEARCH_LENGTH } from '@azulejo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.ts';
import { builtScripts } from '../../platform/http/built-scripts.ts';
import { i18nOf } from '../../platform/http/language.ts';
import { isKnown } from '../../platform/http/send-reply.ts';
import { etagOf, revisionOf } from '../../platform/revision.ts';
import { wordsIn } from '../channels/index.ts';
import type { ModelSearch } from './model-search.ts';
import { modelPage, type Requested, searchPage } from './page.ts';
import { STYLES } from './page-styles.ts';
import { CACHED, type NetworkLimit } from './supported-models-routes.ts';

type Dependencies = {
  search: ModelSearch;
  limit: NetworkLimit;
  images: readonly string[];
  /** The file of the built page whose scripts draw tiles. */
  scriptsFile: string;
};

const PAGE_SIZE = 24;
const MAX_START = 100_000;
const STYLE_HASH = hash('sha256', STYLES, 'base64');

/** Returns a member of the query; empty when it is missing, repeated or cannot be text. */
function textOf(query: unknown, name: string): string {
  const value = (query as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' && isStorableText(value) ? value.slice(0, MAX_MODEL_SEARCH_LENGTH) : '';
}

function requestedIn(query: unknown): Requested {
  const start = Number(textOf(query, 'start'));
  const isStart = Number.isInteger(start) && start >= 0 && start <= MAX_START;
  return {
    text: textOf(query, 'search').trim(),
    kind: textOf(query, 'kind') || undefined,
    start: isStart ? start : 0,
  };
}

/**
 * Serves `/devices`, where everyone can look whether a device is supported, and a page for each model. They
 * hold nothing of this platform's users, so browsers and proxies may cache them and search engines list them.
 */
export function registerModelPages(
  app: FastifyInstance,
  { search, limit, images, scriptsFile }: Dependencies,
): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${STYLE_HASH}'`,
    "connect-src 'self'",
    ["img-src 'self'", ...images].join(' '),
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

  function send(request: FastifyRequest, reply: FastifyReply, page: string) {
    const etag = etagOf(revisionOf(1, page));
    reply.headers({
      ETag: etag,
      'Cache-Control': CACHED,
      Vary: 'Accept-Language',
      'Content-Security-Policy': policy,
    });
    if (isKnown(request, etag)) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(page);
  }

  app.get('/devices', async (request, reply) => {
    limit.take(request.ip);
    const requested = requestedIn(request.query);
    const found = await search.find({ ...requested, size: PAGE_SIZE });
    return send(request, reply, searchPage(i18nOf(request), requested, { ...found, pageSize: PAGE_SIZE }));
  });

  app.get<{ Params: { template_id: string } }>('/devices/:template_id', async (request, reply) => {
    limit.take(request.ip);
    const model = await search.get(request.params.template_id);
    if (!model) throw new ApiError('not_found', { detail: 'This model is not in the catalogue.' });
    const i18n = i18nOf(request);
    const [words, scripts] = await Promise.all([wordsIn(i18n.language), builtScripts(scriptsFile)]);
    return send(request, reply, modelPage(i18n, model, { words, scripts }));
  });
}
