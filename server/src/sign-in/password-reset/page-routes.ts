import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Preferences } from '../../home/preferences/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { i18nOf } from '../../platform/http/language.ts';
import { sendStandalonePage as send } from '../../platform/http/standalone-page.ts';
import type { I18n } from '../../platform/languages/index.ts';
import { findPasswordFault, type PasswordFault } from '../accounts/index.ts';
import { donePage, formPage, gonePage, waitPage } from './page.ts';
import type { LinkOwner, PasswordReset } from './password-reset.ts';

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

/** Says why a password is refused. */
function faultText(i18n: I18n, fault: PasswordFault): string {
  switch (fault.kind) {
    case 'short':
      return i18n.t('The password must have at least {length} characters.', { length: fault.length });
    case 'long':
      return i18n.t('The password must have at most {length} characters.', { length: fault.length });
    case 'email':
      return i18n.t('The password must not be the e-mail.');
    case 'email-name':
      return i18n.t('The password must not be the part of the e-mail before the @.');
    case 'name':
      return i18n.t('The password must not be the name.');
    case 'common':
      return i18n.t('The password is one of the most common passwords.');
    case 'own':
      return i18n.t('The password is little more than your name, your e-mail or the name of this platform.');
    case 'repeated':
      return i18n.t('The password repeats the same characters or words.');
    case 'pattern':
      return i18n.t('The password is mostly a row of keys or characters, or a date.');
    case 'similar':
      return i18n.t('The password is too similar to a common password.');
    case 'guessable':
      return i18n.t('The password is too easy to guess. Another word or two make it safe.');
  }
}
