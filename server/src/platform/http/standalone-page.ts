import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Html, html } from './html.ts';
import { htmlPage } from './html-page.ts';
import { BRAND } from './page-styles.ts';
import { NO_STORE } from './replies.ts';
import { STYLES } from './standalone-page-styles.ts';

/** A standalone page with one card: a title, its content, and a link back to where the person came from. */
export type StandalonePage = {
  readonly language: string;
  readonly title: string;
  readonly content: Html;
  /** The link back. Without one, the logo links to the start page. */
  readonly back?: { readonly url: string; readonly text: string } | undefined;
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
