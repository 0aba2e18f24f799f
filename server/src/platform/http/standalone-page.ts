import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Html, html } from './html.ts';
import { htmlPage } from './html-page.ts';
import { BASE_STYLES, BRAND } from './page-styles.ts';
import { NO_STORE } from './replies.ts';

/** Styles for one card, as wide as a phone, on the background of the web pages. */
const STYLES = `${BASE_STYLES}
body { min-height: 100vh; min-height: 100svh; display: grid; place-items: center; padding: 1rem; }
main { width: 100%; max-width: 26rem; background: var(--surface); border: 1px solid var(--line); border-radius: 14px;
  padding: 1.75rem 1.5rem 1.5rem; }
.brand { margin-bottom: 1.25rem; }
h1 { margin: 0 0 .5rem; font-size: 1.4rem; }
p { margin: 0 0 1rem; }
p:last-child { margin-bottom: 0; }
form { margin: 1.25rem 0; }
label { display: block; font-weight: 600; margin-bottom: .3rem; }
input[type='text'], input[type='password'] { width: 100%; min-height: 3rem; padding: .6rem .75rem; font: inherit;
  color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: 8px; }
input.unseen { position: absolute; width: 1px; min-height: 1px; height: 1px; padding: 0; border: 0; opacity: 0; }
.rule { color: var(--quiet); font-size: .9rem; margin-top: .35rem; }
fieldset { margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; margin-bottom: .3rem; }
.device { display: flex; align-items: center; gap: 1rem; margin: 1.25rem 0; }
.device img { flex: none; width: 4.5rem; height: 4.5rem; object-fit: contain; border-radius: 10px;
  background: var(--accent-soft); }
.device b { display: block; line-height: 1.3; }
label.choice { display: flex; margin: 0; font-weight: 400; align-items: center; gap: .75rem; min-height: 3rem;
  padding: .4rem .25rem; cursor: pointer; border-bottom: 1px solid var(--line); }
label.choice:last-of-type { border-bottom: 0; }
.choice input { flex: none; width: 1.35rem; height: 1.35rem; margin: 0; accent-color: var(--accent); }
.choice:hover { background: var(--accent-soft); }
.soft { color: var(--quiet); font-size: .9rem; }
.problem { color: var(--bad); background: var(--bad-soft); border-radius: 8px; padding: .7rem .85rem; }
button, .button { display: block; width: 100%; min-height: 3rem; margin-top: 1.25rem; padding: .7rem;
  text-align: center; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0;
  border-radius: 8px; cursor: pointer; text-decoration: none; }
button:hover, .button:hover { filter: brightness(1.08); }
.back { margin-top: 1.25rem; text-align: center; }
.back a { display: inline-block; padding: .4rem .75rem; }
code { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; background: var(--accent-soft); border-radius: 4px;
  padding: .1em .3em; }
`;

/** A standalone page with one card: a title, its content, and a link back to where the person came from. */
export type StandalonePage = {
  readonly language: string;
  readonly title: string;
  readonly content: Html;
  /** The link back. Without one, the logo links to the start page. */
  readonly back?: { readonly url: string; readonly text: string };
};

const STYLE_HASH = hash('sha256', STYLES, 'base64');

/**
 * Returns headers that forbid scripts, referrers, caching and indexing, because the URL may contain a secret.
 * Browsers apply `form-action` to the redirect after a form too, so `formActions` names its scheme; `images`
 * are origins of pictures.
 */
function headersOf({ formActions, images }: { formActions: readonly string[]; images: readonly string[] }) {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${STYLE_HASH}'`,
      ["img-src 'self'", ...images].join(' '),
      "font-src 'self'",
      "base-uri 'none'",
      ["form-action 'self'", ...formActions].join(' '),
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': NO_STORE,
    'X-Robots-Tag': 'noindex',
  };
}

export function sendStandalonePage(
  reply: FastifyReply,
  status: number,
  page: StandalonePage,
  { formActions = [], images = [] }: { formActions?: readonly string[]; images?: readonly string[] } = {},
): FastifyReply {
  return reply
    .code(status)
    .headers(headersOf({ formActions, images }))
    .type('text/html; charset=utf-8')
    .send(render(page));
}

const render = ({ language, title, content, back }: StandalonePage): string =>
  htmlPage({
    language,
    title,
    styles: STYLES,
    head: html`<meta name="robots" content="noindex">`,
    body: html`<main>
${back ? html`<div class="brand">${BRAND}</div>` : html`<a class="brand" href="/">${BRAND}</a>`}
<h1>${title}</h1>
${content}
${back ? html`<p class="back"><a href="${back.url}">${back.text}</a></p>` : ''}
</main>`,
  });
