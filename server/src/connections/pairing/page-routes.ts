import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NO_STORE } from '../../platform/http/replies.ts';
import { sendSmallPage } from '../../platform/http/small-page.ts';
import { donePage, endPage, formPage, gonePage } from './page.ts';
import { type Room, roomIds, textsFor } from './page-texts.ts';
import { endUrl } from './page-urls.ts';
import type { Pairing } from './pairing.ts';
import type { Ticket } from './tickets.ts';

type Dependencies = { pairing: Pairing; baseUrl: string; picture: (name: string) => string };
type Params = { template_id: string };

const PATH = '/v3/channel-templates/:template_id';

/**
 * Registers the pages to which an app sends the browser: the holder of the ticket chooses the devices there.
 * The form contains the ticket, so that no other site can submit it, and submitting it twice changes nothing
 * more.
 */
export function registerPairingPages(app: FastifyInstance, dependencies: Dependencies): void {
  const { pairing, baseUrl } = dependencies;

  app.get<{ Params: Params }>(`${PATH}/authorization-page`, async (request, reply) => {
    const token = textsIn(request.query, 'ticket')[0] ?? '';
    const ticket = await pairing.findTicket(token, request.params.template_id);
    if (!ticket) return sendSmallPage(reply, 410, gonePage(textsOf(request)));
    if (!ticket.isPassed) return showForm(dependencies, request, reply, ticket, { token, isEmpty: false });
    const url = endUrl(baseUrl, ticket);
    return sendSmallPage(reply, 200, donePage(textsOf(request), url));
  });

  app.post<{ Params: Params }>(`${PATH}/authorization-page`, async (request, reply) => {
    const token = textsIn(request.body, 'ticket')[0] ?? '';
    const ticket = await pairing.findTicket(token, request.params.template_id);
    if (!ticket) return sendSmallPage(reply, 410, gonePage(textsOf(request)));
    const rooms = roomIds.filter((room) => textsIn(request.body, 'room').includes(room));
    if (!ticket.isPassed) {
      const isMade = (await pairing.makerOf(ticket.templateId)) !== undefined;
      if (!isMade && rooms.length === 0)
        return showForm(dependencies, request, reply, ticket, { token, isEmpty: true });
      await pairing.pass(token, ticket, isMade ? [] : await namesIn(pairing, request, ticket, rooms));
    }
    return reply
      .code(303)
      .headers({ Location: endUrl(baseUrl, ticket), 'Cache-Control': NO_STORE })
      .send();
  });

  app.get(`${PATH}/retrieve-devices-list`, async (request, reply) =>
    sendSmallPage(reply, 200, endPage(textsOf(request))),
  );
}

async function showForm(
  { pairing, baseUrl, picture }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  ticket: Ticket,
  { token, isEmpty }: { token: string; isEmpty: boolean },
): Promise<FastifyReply> {
  const template = await pairing.template(ticket.templateId);
  const pictureUrl = picture(template.picture);
  const maker = await pairing.makerOf(template.id);
  const page = formPage(textsOf(request), {
    ticket,
    token,
    template,
    maker,
    pictureUrl,
    backUrl: endUrl(baseUrl, ticket),
    isEmpty,
  });
  const ends = ticket.appScheme === undefined ? [] : [`${ticket.appScheme}:`];
  if (ticket.redirectUri !== undefined) ends.push(new URL(ticket.redirectUri).origin);
  return sendSmallPage(reply, isEmpty ? 400 : 200, page, {
    formActions: [...new Set([new URL(baseUrl).origin, ...ends])],
    images: [new URL(pictureUrl).origin],
  });
}

/** Returns names such as `Kitchen · Smart plug`, as the app's list shows them. */
async function namesIn(
  pairing: Pairing,
  request: FastifyRequest,
  ticket: Ticket,
  rooms: readonly Room[],
): Promise<string[]> {
  const { name } = await pairing.template(ticket.templateId);
  const texts = textsOf(request);
  return rooms.map((room) => `${texts.rooms[room]} · ${name}`.slice(0, 200));
}

const textsOf = (request: FastifyRequest) => textsFor(request.headers['accept-language']);

/** Returns all texts with this name in a query or form, in which a name may be repeated. */
function textsIn(members: unknown, name: string): string[] {
  const value = (members as Record<string, unknown> | null | undefined)?.[name];
  return [value].flat().filter((text) => typeof text === 'string');
}
