import { type Html, html } from '../../platform/http/html.ts';
import type { StandalonePage } from '../../platform/http/standalone-page.ts';
import type { I18n } from '../../platform/languages/index.ts';
import type { LinkOwner } from './links.ts';

const page = ({ language }: I18n, title: string, content: Html): StandalonePage => ({
  language,
  title,
  content,
});

export const formPage = (i18n: I18n, { email, client }: LinkOwner, token: string): StandalonePage =>
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

export function donePage(
  i18n: I18n,
  { email, client }: LinkOwner,
  signInUrl: string | undefined,
): StandalonePage {
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
export const gonePage = (i18n: I18n): StandalonePage =>
  page(
    i18n,
    i18n.t('This link no longer works'),
    html`<p>${i18n.t('A link works once and expires in one day. Only the newest link works.')}</p>
<p>${i18n.t('If you have just confirmed your e-mail, sign in with it.')}</p>`,
  );

export const takenPage = (i18n: I18n): StandalonePage =>
  page(
    i18n,
    i18n.t('An account with this e-mail already exists'),
    html`<p>${i18n.t('Another account uses this address, so yours cannot. Nothing was changed.')}</p>`,
  );

export const waitPage = (i18n: I18n): StandalonePage =>
  page(
    i18n,
    i18n.t('Please wait a moment'),
    html`<p>${i18n.t('Too many attempts. Try again in a minute.')}</p>`,
  );
