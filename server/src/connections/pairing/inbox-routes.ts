import type { FastifyInstance } from 'fastify';
import { textsIn, toFormFields } from '../../platform/http/form-fields.ts';
import { i18nOf } from '../../platform/http/language.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { sendStandalonePage } from '../../platform/http/standalone-page.ts';
import { makerCookie } from './maker-cookie.ts';
import { failedPage, gonePage } from './page.ts';
import { endUrl } from './page-urls.ts';
import type { Pairing } from './pairing.ts';

type Dependencies = { pairing: Pairing; baseUrl: string };

/** The one address that makers register for their redirects. It has no query of its own. */
const PATH = '/v3/third-party/credentials/inbox';
const STATUSES = { refused: 403, failed: 502, late: 504 } as const;

/**
 * Registers the page to which makers send the browser back. It redirects to where known apps continue only when
 * the maker did its part: they have no mark for a failure (managers 4.2).
 */
export function registerInbox(app: FastifyInstance, { pairing, baseUrl }: Dependencies): void {
  const cookie = makerCookie(baseUrl);

  app.get(PATH, async (request, reply) => {
    const fields = toFormFields(request.query);
    const i18n = i18nOf(request);
    const proof = { cookie: cookie.read(request.headers.cookie), state: textsIn(fields, 'state')[0] };
    const outcome = await pairing.returnFromMaker(proof, { fields, language: i18n.language });
    if (!outcome) return sendStandalonePage(reply, 410, gonePage(i18n));
    const { kind, ticket } = outcome;
    const url = endUrl(baseUrl, ticket);
    reply.headers(cookie.end());
    if (kind !== 'received') return sendStandalonePage(reply, STATUSES[kind], failedPage(i18n, kind, url));
    return reply.code(303).headers({ Location: url, 'Cache-Control': NO_STORE }).send();
  });
}
