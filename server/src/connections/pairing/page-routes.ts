import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { textsIn, toFormFields } from '../../platform/http/form-fields.ts';
import { i18nOf } from '../../platform/http/language.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { sendStandalonePage } from '../../platform/http/standalone-page.ts';
import type { Maker } from '../makers/index.ts';
import { makerCookie } from './maker-cookie.ts';
import { consentPage, donePage, endPage, gonePage, managersQuestion } from './page.ts';
import { endUrl } from './page-urls.ts';
import type { Pairing } from './pairing.ts';
import type { Ticket } from './tickets.ts';

type Dependencies = { pairing: Pairing; baseUrl: string; picture: (name: string) => string };
type Params = { template_id: string };

const PATH = '/v3/channel-templates/:template_id';

/**
 * Registers the pages to which an app sends the browser: the holder of the ticket consents there. The form
 * contains the ticket, so that no other site can submit it, and submitting it twice changes nothing more.
 */
export function registerPairingPages(app: FastifyInstance, dependencies: Dependencies): void {
  const { pairing, baseUrl } = dependencies;
  const cookie = makerCookie(baseUrl);

  app.get<{ Params: Params }>(`${PATH}/authorization-page`, async (request, reply) => {
    const token = textsIn(toFormFields(request.query), 'ticket')[0] ?? '';
    const open = await findOpen(pairing, token, request.params.template_id);
    if (!open) return sendStandalonePage(reply, 410, gonePage(i18nOf(request)));
    const { ticket } = open;
    if (ticket.stage === 'issued')
      return showConsent(dependencies, request, reply, { ...open, token, isIncomplete: false });
    return sendStandalonePage(reply, 200, donePage(i18nOf(request), endUrl(baseUrl, ticket)));
  });

  app.post<{ Params: Params }>(`${PATH}/authorization-page`, async (request, reply) => {
    const fields = toFormFields(request.body);
    const token = textsIn(fields, 'ticket')[0] ?? '';
    const open = await findOpen(pairing, token, request.params.template_id);
    if (!open) return sendStandalonePage(reply, 410, gonePage(i18nOf(request)));
    const { ticket, maker } = open;
    reply.code(303).header('Cache-Control', NO_STORE);
    if (ticket.stage !== 'issued') return reply.header('Location', endUrl(baseUrl, ticket)).send();
    if (maker.form?.isComplete(fields) === false)
      return showConsent(dependencies, request, reply, { ...open, token, isIncomplete: true });
    const atMaker = await pairing.submit(token, ticket, maker, {
      fields,
      language: i18nOf(request).language,
    });
    if (atMaker) reply.headers(cookie.give(atMaker.cookie));
    return reply.header('Location', atMaker?.url ?? endUrl(baseUrl, ticket)).send();
  });

  app.get(`${PATH}/retrieve-devices-list`, async (request, reply) =>
    sendStandalonePage(reply, 200, endPage(i18nOf(request))),
  );
}

type Open = { readonly ticket: Ticket; readonly maker: Maker };

/**
 * Returns undefined when the ticket has ended, or when the devices have another maker than the page named, or none.
 */
async function findOpen(pairing: Pairing, token: string, templateId: string): Promise<Open | undefined> {
  const ticket = await pairing.findTicket(token, templateId);
  if (!ticket) return undefined;
  const maker = await pairing.consentedMaker(ticket);
  return maker && { ticket, maker };
}

async function showConsent(
  { pairing, baseUrl, picture }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { ticket, maker, token, isIncomplete }: Open & { token: string; isIncomplete: boolean },
): Promise<FastifyReply> {
  const template = await pairing.template(ticket.templateId);
  const pictureUrl = picture(template.picture);
  const i18n = i18nOf(request);
  const question =
    maker.form?.render(i18n.language, isIncomplete) ??
    managersQuestion(i18n, {
      maker: await pairing.managerName(maker.managerId ?? ''),
      isAsked: maker.grantsOnlyWhileAdding === true,
      next: ticket.beginning?.url,
    });
  const backUrl = endUrl(baseUrl, ticket);
  const page = consentPage(i18n, { ticket, token, template, question, pictureUrl, backUrl });
  return sendStandalonePage(reply, isIncomplete ? 400 : 200, page, {
    formActions: [...new Set([new URL(baseUrl).origin, ...endsOf(ticket)])],
    images: [new URL(pictureUrl).origin],
  });
}

/**
 * Returns where the form may redirect: into the app, to its page, or to the maker's. A maker may redirect to other
 * hosts, for example to its own sign-in, and browsers apply the list to those too.
 */
function endsOf({ appScheme, redirectUri, beginning }: Ticket): string[] {
  const ends = appScheme === undefined ? [] : [`${appScheme}:`];
  for (const url of [redirectUri, beginning?.url]) if (url !== undefined) ends.push(new URL(url).origin);
  return beginning === undefined ? ends : [...ends, 'https:'];
}
