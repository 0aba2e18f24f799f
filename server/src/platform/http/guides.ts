import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { memoizeAsync } from '../memoize-async.ts';
import { docsHeader } from './docs-header.ts';
import { type Html, html, verbatim } from './html.ts';
import { htmlPage } from './html-page.ts';
import { STYLES as REFERENCE_STYLES } from './live-page-styles.ts';
import { headersWithoutScripts, prepareText, sendPrepared } from './prepared-text.ts';

/** The sections of the list of guides, as the build writes them. */
type Sections = readonly { title: string; pages: readonly { name: string; title: string }[] }[];

const STYLES = `${REFERENCE_STYLES}
main { max-width: 48rem; padding-bottom: 3rem; }
table { border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
main li { margin: .25rem 0; }
pre code { padding: 0; background: none; font-size: inherit; }
`;

const HEADERS = headersWithoutScripts(STYLES);

/**
 * Registers `/docs/guides`, the list of guides, and a page for each. Their content is rendered when the web pages are
 * built, into `guides` of this folder, and read on first use.
 */
export function registerGuides(app: FastifyInstance, { folder }: { folder: string }): void {
  const guides = join(folder, 'guides');
  const index = join(guides, 'index.json');
  const sections: Sections = existsSync(index) ? JSON.parse(readFileSync(index, 'utf8')) : [];
  const titles = new Map(sections.flatMap(({ pages }) => pages).map(({ name, title }) => [name, title]));

  // Only known names are read, so that as many pages are kept as there are guides.
  const page = memoizeAsync(async (name: string) => {
    const content =
      name === '' ? listOf(sections) : verbatim(await readFile(join(guides, `${name}.html`), 'utf8'));
    return prepareText(renderPage(titles.get(name) ?? 'Guides', content));
  });

  const send = async (request: FastifyRequest, reply: FastifyReply, name: string) =>
    sendPrepared(request, reply, { ...(await page(name)), headers: HEADERS });

  app.get('/docs/guides', (request, reply) => send(request, reply, ''));
  app.get<{ Params: { name: string } }>('/docs/guides/:name', (request, reply) => {
    const { name } = request.params;
    if (!titles.has(name)) throw new ApiError('unknown_path');
    return send(request, reply, name);
  });
}

const renderPage = (title: string, content: Html): string =>
  htmlPage({
    language: 'en',
    title: `${title} · Azulejo`,
    styles: STYLES,
    body: html`${docsHeader('/docs/guides')}
<main>
${content}
</main>`,
  });

const listOf = (sections: Sections): Html => html`<h1>Guides</h1>
${sections.map(
  ({ title, pages }) => html`<h2>${title}</h2>
<ul>
${pages.map((page) => html`<li><a href="/docs/guides/${page.name}">${page.title}</a></li>\n`)}</ul>
`,
)}`;
