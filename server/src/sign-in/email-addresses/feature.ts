import { resources } from '@azulejo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Handlers } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type Html, html } from '../../platform/http/html.ts';
import { i18nOf } from '../../platform/http/language.ts';
import { type StandalonePage, sendStandalonePage as send } from '../../platform/http/standalone-page.ts';
import type { I18n } from '../../platform/languages/index.ts';
import type { AccountMails } from '../account-mails/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Auth } from '../auth/index.ts';
import { createEmailAddresses, type EmailAddresses } from './email-addresses.ts';
import type { LinkOwner } from './links.ts';

type Needs = Platform & {
  accountMails: AccountMails;
  accounts: Accounts;
  applications: Applications;
  audit: Audit;
  auth: Auth;
  /** The application of the page `/home`, to which its users return. */
  homeApplication: { get(): Promise<{ readonly id: string }> };
  preferences: Preferences;
  users: Users;
};

const SENT = 'If an account waits for the confirmation of this e-mail, a link has been sent.';
const NO_MAIL_SERVER =
  'This platform has no mail server. If an account waits for the confirmation of this e-mail, ask the operator for the link.';

/** Confirms and changes e-mail addresses. */
export function emailAddressesFeature(needs: Needs) {
  const { config, homeApplication, accountMails } = needs;
  const emailAddresses = createEmailAddresses({ ...needs, url: config.urls.auth, ...config.rateLimits });
  const confirmationHandlers: Handlers<typeof resources.emailConfirmations> = {
    send: async ({ input, context }) => {
      await emailAddresses.sendAgain(input, context.address);
      return { body: { message: accountMails.sendsMail ? SENT : NO_MAIL_SERVER, success: true } };
    },
  };
  return {
    api: { emailAddresses },
    async routes({ app, serve }) {
      serve(resources.emailConfirmations, confirmationHandlers);
      const { id: clientId } = await homeApplication.get();
      const home = { clientId, url: `${config.urls.base}/home` };
      registerConfirmPage(app, { emailAddresses, preferences: needs.preferences, home });
    },
    jobs: [cleanup('e-mail confirmations', emailAddresses.prune)],
  } satisfies Feature;
}

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
function registerConfirmPage(
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

const page = ({ language }: I18n, title: string, content: Html): StandalonePage => ({
  language,
  title,
  content,
});

const formPage = (i18n: I18n, { email, client }: LinkOwner, token: string): StandalonePage =>
  page(
    i18n,
    i18n.t('Confirm your e-mail'),
    html`<p>${i18n.t('Use {email} for your account at {application}?', {
      email: html`<b>${email}</b>`,
      application: client.name,
    })}</p>
<form method="post" action="/confirm-email">
<input type="hidden" name="token" value="${token}">
<button type="submit">${i18n.t('Confirm')}</button>
</form>
<p class="rule">${i18n.t('You sign in with this address from then on.')}</p>`,
  );

function donePage(i18n: I18n, { email, client }: LinkOwner, signInUrl: string | undefined): StandalonePage {
  const values = { email: html`<b>${email}</b>`, application: client.name };
  return page(
    i18n,
    i18n.t('Your e-mail is confirmed'),
    signInUrl === undefined
      ? html`<p>${i18n.t('You sign in to {application} with {email}. Return to the app.', values)}</p>
<p class="rule">${i18n.t('You can close this page.')}</p>`
      : html`<p>${i18n.t('You sign in with {email}.', values)}</p>
<a class="button" href="${signInUrl}">${i18n.t('Go to your home')}</a>`,
  );
}

/**
 * Renders the page of a used link. It is also shown after a double tap: the browser displays the response to
 * the second form.
 */
const gonePage = (i18n: I18n): StandalonePage =>
  page(
    i18n,
    i18n.t('This link no longer works'),
    html`<p>${i18n.t('A link works once and expires in one day. Only the newest link works.')}</p>
<p>${i18n.t('If you have just confirmed your e-mail, sign in with it.')}</p>`,
  );

const takenPage = (i18n: I18n): StandalonePage =>
  page(
    i18n,
    i18n.t('An account with this e-mail already exists'),
    html`<p>${i18n.t('Another account uses this address, so yours cannot. Nothing was changed.')}</p>`,
  );

const waitPage = (i18n: I18n): StandalonePage =>
  page(
    i18n,
    i18n.t('Please wait a moment'),
    html`<p>${i18n.t('Too many attempts. Try again in a minute.')}</p>`,
  );
