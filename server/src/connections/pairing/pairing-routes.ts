import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { toFoundDevice } from './found-device.ts';
import { pageUrl } from './page-urls.ts';
import type { Pairing } from './pairing.ts';

type Dependencies = { pairing: Pairing; baseUrl: string; picture: (name: string) => string };

/** Maximum length of the header: longer than what any phone sends. */
const MAX_LANGUAGES = 200;

type Authorizations = Handlers<typeof resources.authorizations>;

export function authorizationHandler({
  pairing,
  baseUrl,
}: Omit<Dependencies, 'picture'>): Pick<Authorizations, 'template'> {
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

export function pairingHandlers({
  pairing,
  picture,
  baseUrl,
}: Dependencies): Handlers<typeof resources.pairing> {
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
      const { id: userId, clientId: applicationId } = context.subject;
      const template = await pairing.template(input.profile);
      const added = await pairing.add({ applicationId, userId, templateId: template.id }, wanted);
      const { profile } = input;
      return {
        body: added.map(({ id, foundId, name }) => ({ id, found_id: foundId, content: name, profile })),
      };
    },
  };
}
