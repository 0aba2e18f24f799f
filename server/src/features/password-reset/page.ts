import { type Html, html, verbatim } from '../../platform/http/html.ts';
import type { LinkOwner } from './links.ts';
import { STYLES } from './page-styles.ts';

/** Four painted tiles in a row. */
const TILES = verbatim(`<svg class="tiles" viewBox="0 0 96 24" aria-hidden="true" focusable="false">
<defs><g id="tile"><rect class="glaze" x=".5" y=".5" width="23" height="23" rx="1.5"/>
<path class="blue" d="M1 1h7a7 7 0 0 1-7 7zM23 1v7a7 7 0 0 1-7-7zM23 23h-7a7 7 0 0 1 7-7zM1 23v-7a7 7 0 0 1 7 7z"/>
<path class="blue" d="M12 5l7 7-7 7-7-7z"/><circle class="ochre" cx="12" cy="12" r="2.6"/></g></defs>
<use href="#tile"/><use href="#tile" x="24"/><use href="#tile" x="48"/><use href="#tile" x="72"/></svg>`);

const page = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${verbatim(STYLES)}</style>
</head>
<body>
<main>
${TILES}
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.html;

/** `reason` is why the last attempt was refused. */
export function formPage({ user, client }: LinkOwner, token: string, reason?: string): string {
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
<label for="repeated">The same again</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required maxlength="256">
<button type="submit">Set the new password</button>
</form>
<p class="rule">All your devices will be signed out.</p>`,
  );
}

export const donePage = (): string =>
  page(
    'Your password is changed',
    html`<p>Every device was signed out. Go back to the app, and sign in with the new password.</p>
<p class="rule">You can close this page.</p>`,
  );

export const gonePage = (): string =>
  page(
    'This link no longer works',
    html`<p>A link works once, for one hour, and only the newest that was sent.</p>
<p>Ask for another one in the app, where you sign in.</p>`,
  );

export const waitPage = (): string =>
  page('Please wait a moment', html`<p>There were too many attempts. Try again in a minute.</p>`);
