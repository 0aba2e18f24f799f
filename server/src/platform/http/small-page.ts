import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Html, html, verbatim } from './html.ts';
import { NO_STORE } from './replies.ts';
import { STYLES } from './small-page-styles.ts';

/** A page that is one card: a title, and what stands under it. */
export type SmallPage = { readonly language: string; readonly title: string; readonly content: Html };

/** Four painted tiles in a row. */
const TILES = verbatim(`<svg class="tiles" viewBox="0 0 96 24" aria-hidden="true" focusable="false">
<defs><g id="tile"><rect class="glaze" x=".5" y=".5" width="23" height="23" rx="1.5"/>
<path class="blue" d="M1 1h7a7 7 0 0 1-7 7zM23 1v7a7 7 0 0 1-7-7zM23 23h-7a7 7 0 0 1 7-7zM1 23v-7a7 7 0 0 1 7 7z"/>
<path class="blue" d="M12 5l7 7-7 7-7-7z"/><circle class="ochre" cx="12" cy="12" r="2.6"/></g></defs>
<use href="#tile"/><use href="#tile" x="24"/><use href="#tile" x="48"/><use href="#tile" x="72"/></svg>`);

const STYLE_HASH = hash('sha256', STYLES, 'base64');

/**
 * Nothing runs on the page, and nothing is told of it: its URL may hold a secret. Browsers hold the redirect that answers
 * a form to `form-action` too, so that a scheme it goes to is named; `images` are origins of pictures.
 */
function headersOf({ formActions, images }: { formActions: readonly string[]; images: readonly string[] }) {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${STYLE_HASH}'`,
      ['img-src data:', ...images].join(' '),
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

const render = ({ language, title, content }: SmallPage): string =>
  html`<!doctype html>
<html lang="${language}">
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
