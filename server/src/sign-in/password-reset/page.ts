import { type Html, html } from '../../platform/http/html.ts';
import type { SmallPage } from '../../platform/http/small-page.ts';
import type { LinkOwner } from './links.ts';

const page = (title: string, content: Html, signInUrl?: string): SmallPage => ({
  language: 'en',
  title,
  content,
  ...(signInUrl !== undefined && { back: { url: signInUrl, text: 'Back to sign in' } }),
});

type Form = {
  readonly owner: LinkOwner;
  readonly token: string;
  /** The sign-in page of an application whose pages belong to the platform. */
  readonly signInUrl: string | undefined;
  /** Why the last attempt was refused. */
  readonly reason?: string;
};

export function formPage({ owner: { user, client }, token, signInUrl, reason }: Form): SmallPage {
  const least = client.minimumPasswordLength;
  const problem =
    reason === undefined ? '' : html`<p class="problem" id="problem" role="alert">${reason}</p>\n`;
  const describedBy = reason === undefined ? 'rule' : 'problem rule';
  return page(
    'Choose a new password',
    html`<p>For <b>${user.email}</b> at ${client.name}.</p>
<form method="post" action="/reset-password" autocomplete="on">
<input type="hidden" name="token" value="${token}">
<input class="unseen" type="text" name="username" value="${user.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${problem}<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${String(least)}" maxlength="256" aria-describedby="${describedBy}" autofocus>
<p class="rule" id="rule">At least ${String(least)} characters. A sentence is easy to remember.</p>
<label for="repeated">Repeat the password</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required maxlength="256">
<button type="submit">Set password</button>
</form>
<p class="rule">All your devices will be signed out.</p>`,
    signInUrl,
  );
}

export const donePage = (signInUrl: string | undefined): SmallPage =>
  page(
    'Your password was changed',
    signInUrl === undefined
      ? html`<p>Every device was signed out. Return to the app and sign in with the new password.</p>
<p class="rule">You can close this page.</p>`
      : html`<p>Every device was signed out. Sign in with the new password.</p>
<a class="button" href="${signInUrl}">Sign in</a>`,
  );

/** Also shown after a double tap: the browser displays the response to the second form. */
export const gonePage = (): SmallPage =>
  page(
    'This link no longer works',
    html`<p>A link works once and expires in one hour. Only the newest link works.</p>
<p>If you have just set a new password, sign in with it.</p>
<p>Otherwise, request a new link where you sign in.</p>`,
  );

export const waitPage = (): SmallPage =>
  page('Please wait a moment', html`<p>Too many attempts. Try again in a minute.</p>`);
