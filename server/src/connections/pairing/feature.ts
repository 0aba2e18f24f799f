import { resources } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import type { Handlers } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { textsIn, toFormFields } from '../../platform/http/form-fields.ts';
import { i18nOf } from '../../platform/http/language.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { sendStandalonePage } from '../../platform/http/standalone-page.ts';
import type { MakerPorts, OpenSelections } from '../makers/index.ts';
import { toFoundDevice } from './found-device.ts';
import { createGrantRequests } from './grant-requests.ts';
import { makerCookie } from './maker-cookie.ts';
import { failedPage, gonePage } from './page.ts';
import { registerPairingPages } from './page-routes.ts';
import { endUrl, pageUrl } from './page-urls.ts';
import { createPairing, type Pairing } from './pairing.ts';
import { recipeHandlers } from './recipe-routes.ts';
import { templateHandlers } from './templates-routes.ts';

type Needs = Platform & {
  applications: Applications;
  audit: Audit;
  makerPorts: MakerPorts;
  openSelections: OpenSelections;
  picture: (name: string) => string;
  templates: Templates;
};

/** Lets people add devices by themselves. */
export function pairingFeature(needs: Needs) {
  const { config, clock, listCache: cache, picture, templates } = needs;
  const baseUrl = config.urls.base;
  const grantRequests = createGrantRequests(needs.db, clock);
  const pairing = createPairing({ ...needs, origin: new URL(baseUrl).origin, grantRequests });
  return {
    api: { pairing, grantRequests },
    routes({ app, serve }) {
      const shown = { pairing, templates, picture, cache, clock, baseUrl };
      serve(resources.templates, templateHandlers(shown));
      serve({ template: resources.authorizations.template }, authorizationHandler(shown));
      serve(resources.pairing, pairingHandlers(shown));
      serve(resources.recipes, recipeHandlers(shown));
      registerPairingPages(app, shown);
      registerInbox(app, shown);
    },
    jobs: [cleanup('pairing', pairing.prune)],
  } satisfies Feature;
}

type Dependencies = { pairing: Pairing; baseUrl: string };

/** The one address that makers register for their redirects. It has no query of its own. */
const PATH = '/v3/third-party/credentials/inbox';
const STATUSES = { refused: 403, failed: 502, late: 504 } as const;

/**
 * Registers the page to which makers send the browser back. It redirects to where known apps continue only when
 * the maker did its part: they have no mark for a failure (managers 4.2).
 */
function registerInbox(app: FastifyInstance, { pairing, baseUrl }: Dependencies): void {
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

type PairingRoutesDependencies = { pairing: Pairing; baseUrl: string; picture: (name: string) => string };

/** Maximum length of the header: longer than what any phone sends. */
const MAX_LANGUAGES = 200;

type Authorizations = Handlers<typeof resources.authorizations>;

function authorizationHandler({
  pairing,
  baseUrl,
}: Omit<PairingRoutesDependencies, 'picture'>): Pick<Authorizations, 'template'> {
  return {
    template: async ({ input, context, request }) => {
      const ticket = await pairing.issueTicket(context.principal, input.template_id);
      const languages = request.headers['accept-language']?.slice(0, MAX_LANGUAGES) ?? 'en';
      return {
        redirect: pageUrl(baseUrl, input.template_id, ticket),
        // The page uses the language of the app. This header also makes one app open the page in its own
        // view, where it notices the end of it whether it has a scheme or not (ios-app 7.2).
        headers: { 'X-Webview-Accept-Language': languages },
      };
    },
  };
}

function pairingHandlers({
  pairing,
  picture,
  baseUrl,
}: PairingRoutesDependencies): Handlers<typeof resources.pairing> {
  return {
    authorize: async ({ input, context }) => {
      const { template_id: templateId, redirect_uri: redirectUri } = input;
      const ticket = await pairing.issueTicket(context.principal, templateId, redirectUri);
      return { body: { url: pageUrl(baseUrl, templateId, ticket) }, cacheControl: NO_STORE };
    },

    found: async ({ input, context }) => {
      const template = await pairing.template(input.template_id);
      const { id: userId, clientId: applicationId } = context.principal;
      const found = await pairing.find({ applicationId, userId, templateId: template.id });
      return { body: found.map((device) => toFoundDevice(device, picture(template.picture))) };
    },

    add: async ({ input, context }) => {
      const wanted = input.channels.map(({ id, content }) => ({ id, name: content }));
      const { id: userId, applicationId } = context.home;
      const template = await pairing.template(input.profile);
      const added = await pairing.add({ applicationId, userId, templateId: template.id }, wanted);
      const { profile } = input;
      return {
        body: added.map(({ id, foundId, name }) => ({ id, found_id: foundId, content: name, profile })),
      };
    },
  };
}
