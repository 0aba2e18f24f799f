import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Preferences } from '../../home/preferences/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { i18nOf } from '../../platform/http/language.ts';
import { sendStandalonePage as send } from '../../platform/http/standalone-page.ts';
import type { EmailAddresses } from './email-addresses.ts';
import type { LinkOwner } from './links.ts';
import { donePage, formPage, gonePage, takenPage, waitPage } from './page.ts';

type Dependencies = {
  readonly emailAddresses: EmailAddresses;
  readonly preferences: Preferences;
  /** The application of the page `/home`. */
  readonly home: { readonly clientId: string; readonly url: string };
};

const tokenIn = (members: unknown): string => {
  const value = (members as Record<string, unknown> | undefined)?.['token'];
  return typeof value === 'string' ? value : '';
};

/**
 * Serves `/confirm-email`: the page that a mailed link opens, and the target of its form. Only the form confirms,
 * because mail servers open links to examine them.
 */
export function registerConfirmPage(
  app: FastifyInstance,
  { emailAddresses, preferences, home }: Dependencies,
): void {
  const i18nFor = async (request: FastifyRequest, { user }: LinkOwner) =>
    i18nOf(request, await preferences.languageOf(user.id));

  app.get('/confirm-email', async (request, reply) => {
    const token = tokenIn(request.query);
    try {
      const owner = await emailAddresses.find(token, request.ip);
      if (!owner) return send(reply, 410, gonePage(i18nOf(request)));
      return send(reply, 200, formPage(await i18nFor(request, owner), owner, token));
    } catch (error) {
      return refuse(request, reply, error);
    }
  });

  app.post('/confirm-email', async (request, reply) => {
    try {
      const owner = await emailAddresses.confirm(tokenIn(request.body), request.ip);
      const url = owner.client.id === home.clientId ? home.url : undefined;
      return send(reply, 200, donePage(await i18nFor(request, owner), owner, url));
    } catch (error) {
      return refuse(request, reply, error);
    }
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof ApiError)) throw error;
  const i18n = i18nOf(request);
  if (error.kind === 'not_found') return send(reply, 410, gonePage(i18n));
  if (error.kind === 'user_exists') return send(reply, 409, takenPage(i18n));
  if (error.kind === 'too_many_requests') return send(reply.headers(error.headers), 429, waitPage(i18n));
  throw error;
}
