import { type Html, html } from './html.ts';
import { BRAND } from './page-styles.ts';

const LINKS = [
  ['/docs/', 'HTTP API'],
  ['/docs/live', 'Live values'],
  ['/portal', 'Portal'],
  ['/home', 'Home'],
] as const;

/** The header of both reference pages: the mark leads to the start page, and the links to what is next to them. */
export const docsHeader = (current: (typeof LINKS)[number][0]): Html => html`<header class="bar">
<a class="brand" href="/">${BRAND}</a>
<nav aria-label="Azulejo"><ul>
${LINKS.map(
  ([url, name]) =>
    html`<li><a href="${url}"${url === current ? html` aria-current="page"` : ''}>${name}</a></li>\n`,
)}</ul></nav>
</header>`;
