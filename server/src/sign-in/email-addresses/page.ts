import { type Html, html } from '../../platform/http/html.ts';
import type { SmallPage } from '../../platform/http/small-page.ts';
import type { LinkOwner } from './links.ts';

const page = (title: string, content: Html): SmallPage => ({ language: 'en', title, content });

export const formPage = ({ email, client }: LinkOwner, token: string): SmallPage =>
  page(
    'Confirm your e-mail',
    html`<p>Use <b>${email}</b> for your account at ${client.name}?</p>
<form method="post" action="/confirm-email">
<input type="hidden" name="token" value="${token}">
<button type="submit">Confirm</button>
</form>
<p class="rule">You sign in with this address from then on.</p>`,
  );

export const donePage = ({ email, client }: LinkOwner, signInUrl: string | undefined): SmallPage =>
  page(
    'Your e-mail is confirmed',
    signInUrl === undefined
      ? html`<p>You sign in to ${client.name} with <b>${email}</b>. Return to the app.</p>
<p class="rule">You can close this page.</p>`
      : html`<p>You sign in with <b>${email}</b>.</p>
<a class="button" href="${signInUrl}">Go to your home</a>`,
  );

/** Also shown after a double tap: the browser displays the response to the second form. */
export const gonePage = (): SmallPage =>
  page(
    'This link no longer works',
    html`<p>A link works once and expires in one day. Only the newest link works.</p>
<p>If you have just confirmed your e-mail, sign in with it.</p>`,
  );

export const takenPage = (): SmallPage =>
  page(
    'This e-mail has an account already',
    html`<p>Another account uses this address, so that yours cannot. Nothing was changed.</p>`,
  );

export const waitPage = (): SmallPage =>
  page('Please wait a moment', html`<p>Too many attempts. Try again in a minute.</p>`);
