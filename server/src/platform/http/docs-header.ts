import { type Html, html } from './html.ts';
import { BRAND } from './page-styles.ts';

const LINKS = [
  ['/docs/', 'HTTP API'],
  ['/docs/live', 'Live values'],
  ['/docs/guides', 'Guides'],
  ['/portal', 'Portal'],
  ['/home', 'Home'],
] as const;

/**
 * Renders the header of the reference pages and guides, with the logo linked to the start page and the related pages.
 */
export const docsHeader = (current: (typeof LINKS)[number][0]): Html => html`<header class="bar">
<a class="brand" href="/">${BRAND}</a>
<nav aria-label="Azulejo"><ul>
${LINKS.map(
  ([url, name]) =>
    html`<li><a href="${url}"${url === current ? html` aria-current="page"` : ''}>${name}</a></li>\n`,
)}</ul></nav>
</header>`;
