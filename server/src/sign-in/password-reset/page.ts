import { type Html, html } from '../../platform/http/html.ts';
import type { StandalonePage } from '../../platform/http/standalone-page.ts';
import type { I18n } from '../../platform/languages/index.ts';
import type { LinkOwner } from './password-reset.ts';

const page = (i18n: I18n, title: string, content: Html, signInUrl?: string): StandalonePage => ({
  language: i18n.language,
  title,
  content,
  ...(signInUrl !== undefined && { back: { url: signInUrl, text: i18n.t('Back to sign in') } }),
});

type Form = {
  readonly owner: LinkOwner;
  readonly token: string;
  /** The sign-in page of an application whose pages belong to the platform. */
  readonly signInUrl: string | undefined;
  /** Why the last attempt was refused. */
  readonly reason?: string;
};

export function formPage(
  i18n: I18n,
  { owner: { user, client }, token, signInUrl, reason }: Form,
): StandalonePage {
  const minimum = client.minimumPasswordLength;
  const problem =
    reason === undefined ? '' : html`<p class="problem" id="problem" role="alert">${reason}</p>\n`;
  const describedBy = reason === undefined ? 'rule' : 'problem rule';
  const account = { email: html`<b>${user.email}</b>`, application: client.name };
  return page(
    i18n,
    i18n.t('Choose a new password'),
    html`<p>${i18n.t('For {email} at {application}.', account)}</p>
<form method="post" action="/reset-password" autocomplete="on">
<input type="hidden" name="token" value="${token}">
<input class="unseen" type="text" name="username" value="${user.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${problem}<label for="password">${i18n.t('New password')}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${String(minimum)}" maxlength="256" aria-describedby="${describedBy}" autofocus>
<p class="rule" id="rule">${i18n.t('At least {minimum} characters. A sentence is easy to remember.', { minimum })}</p>
<label for="repeated">${i18n.t('Repeat the password')}</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required maxlength="256">
<button type="submit">${i18n.t('Set password')}</button>
</form>
<p class="rule">${i18n.t('All your devices will be signed out.')}</p>`,
    signInUrl,
  );
}

export const donePage = (i18n: I18n, signInUrl: string | undefined): StandalonePage =>
  page(
    i18n,
    i18n.t('Your password was changed'),
    signInUrl === undefined
      ? html`<p>${i18n.t('Every device was signed out. Return to the app and sign in with the new password.')}</p>
<p class="rule">${i18n.t('You can close this page.')}</p>`
      : html`<p>${i18n.t('Every device was signed out. Sign in with the new password.')}</p>
<a class="button" href="${signInUrl}">${i18n.t('Sign in')}</a>`,
  );

/**
 * Renders the page of a used link. It is also shown after a double tap: the browser displays the response to
 * the second form.
 */
export const gonePage = (i18n: I18n): StandalonePage =>
  page(
    i18n,
    i18n.t('This link no longer works'),
    html`<p>${i18n.t('A link works once and expires in one hour. Only the newest link works.')}</p>
<p>${i18n.t('If you have just set a new password, sign in with it.')}</p>
<p>${i18n.t('Otherwise, request a new link where you sign in.')}</p>`,
  );

export const waitPage = (i18n: I18n): StandalonePage =>
  page(
    i18n,
    i18n.t('Please wait a moment'),
    html`<p>${i18n.t('Too many attempts. Try again in a minute.')}</p>`,
  );
