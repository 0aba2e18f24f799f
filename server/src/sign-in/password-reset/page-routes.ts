import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Preferences } from '../../home/preferences/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { i18nOf } from '../../platform/http/language.ts';
import { sendStandalonePage as send } from '../../platform/http/standalone-page.ts';
import { findPasswordFault } from '../accounts/index.ts';
import { faultText } from './fault-text.ts';
import type { LinkOwner } from './links.ts';
import { donePage, formPage, gonePage, waitPage } from './page.ts';
import type { PasswordReset } from './password-reset.ts';

type Dependencies = {
  readonly reset: PasswordReset;
  readonly preferences: Preferences;
  /** The application of the page `/home`. */
  readonly home: { readonly clientId: string; readonly signInUrl: string };
};

/** Returns a member of a query or form; empty when it is missing or repeated. */
function textOf(members: unknown, name: string): string {
  const value = (members as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** Serves `/reset-password`: the page that a mailed link opens, and the target of its form. */
export function registerResetPage(app: FastifyInstance, { reset, preferences, home }: Dependencies): void {
  const signInUrlOf = ({ client }: LinkOwner) => (client.id === home.clientId ? home.signInUrl : undefined);
  const i18nFor = async (request: FastifyRequest, { user }: LinkOwner) =>
    i18nOf(request, await preferences.languageOf(user.id));

  app.get('/reset-password', async (request, reply) => {
    const token = textOf(request.query, 'token');
    try {
      const owner = await reset.find(token, request.ip);
      if (!owner) return send(reply, 410, gonePage(i18nOf(request)));
      const i18n = await i18nFor(request, owner);
      return send(reply, 200, formPage(i18n, { owner, token, signInUrl: signInUrlOf(owner) }));
    } catch (error) {
      return refuse(request, reply, error);
    }
  });

  app.post('/reset-password', async (request, reply) => {
    const token = textOf(request.body, 'token');
    const password = textOf(request.body, 'password');
    try {
      const owner = await reset.find(token, request.ip);
      if (!owner) return send(reply, 410, gonePage(i18nOf(request)));
      const i18n = await i18nFor(request, owner);
      const signInUrl = signInUrlOf(owner);
      const again = (reason: string) => send(reply, 400, formPage(i18n, { owner, token, signInUrl, reason }));
      if (textOf(request.body, 'repeated') !== password)
        return again(i18n.t('The two passwords are not the same.'));
      const fault = await findPasswordFault(password, owner.client.minimumPasswordLength, owner.user);
      if (fault) return again(faultText(i18n, fault));
      await reset.complete({ token, password }, request.ip);
      return send(reply, 200, donePage(i18n, signInUrl));
    } catch (error) {
      return refuse(request, reply, error);
    }
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof ApiError && error.kind === 'not_found')
    return send(reply, 410, gonePage(i18nOf(request)));
  if (error instanceof ApiError && error.kind === 'too_many_requests')
    return send(reply.headers(error.headers), 429, waitPage(i18nOf(request)));
  throw error;
}
