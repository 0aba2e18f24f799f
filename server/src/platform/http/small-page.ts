import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Html, html, verbatim } from './html.ts';
import { BRAND, ICON_PATH } from './page-styles.ts';
import { NO_STORE } from './replies.ts';
import { STYLES } from './small-page-styles.ts';

/** A standalone page with one card: a title, its content, and a link back to where the person came from. */
export type SmallPage = {
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

export function sendSmallPage(
  reply: FastifyReply,
  status: number,
  page: SmallPage,
  { formActions = [], images = [] }: { formActions?: readonly string[]; images?: readonly string[] } = {},
): FastifyReply {
  return reply
    .code(status)
    .headers(headersOf({ formActions, images }))
    .type('text/html; charset=utf-8')
    .send(render(page));
}

const render = ({ language, title, content, back }: SmallPage): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON_PATH}">
<title>${title}</title>
<style>${verbatim(STYLES)}</style>
</head>
<body>
<main>
${back ? html`<div class="brand">${BRAND}</div>` : html`<a class="brand" href="/">${BRAND}</a>`}
<h1>${title}</h1>
${content}
${back ? html`<p class="back"><a href="${back.url}">${back.text}</a></p>` : ''}
</main>
</body>
</html>
`.html;
