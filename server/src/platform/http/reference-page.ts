import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { etagOf, revisionOf } from '../revision.ts';
import { docsHeader } from './docs-header.ts';
import { DARK, FONT_FACE, FONTS, ICON_PATH, LIGHT, MONOSPACE } from './page-styles.ts';

/** A file of the page, as it is sent. */
export type PagePart = {
  readonly path: string;
  readonly bytes: Buffer;
  readonly etag: string;
  readonly type: string;
};

/** Makes the files of the API reference under `prefix`. */
export async function makePageParts(prefix: '/docs'): Promise<PagePart[]> {
  const page = await createPage(prefix);
  return Promise.all([
    readPart(page, `${prefix}/`, (html) => Buffer.from(withOurParts(html.toString()))),
    readPart(page, `${prefix}/js/scalar.js`, (script) => script),
  ]);
}

async function readPart(
  page: FastifyInstance,
  path: string,
  change: (bytes: Buffer) => Buffer,
): Promise<PagePart> {
  const { rawPayload, headers } = await page.inject({ method: 'GET', url: path });
  const bytes = change(rawPayload);
  const etag = etagOf(revisionOf(1, bytes.toString('latin1')));
  return { path, bytes, etag, type: String(headers['content-type']) };
}

/** Returns the rendered page with its language, our icon and our header added. */
function withOurParts(page: string): string {
  const replaced = page
    .replace('<html>', '<html lang="en">')
    .replace('</head>', `<link rel="icon" href="${ICON_PATH}"><script>${REFERENCE_SCRIPT}</script></head>`)
    .replace('<body>', `<body>${docsHeader('/docs/').html}`);
  if (!/<html lang[\s\S]*<body><header/.test(replaced))
    throw new Error('The reference has another shape now.');
  return replaced;
}

async function createPage(routePrefix: '/docs'): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const page = Fastify();
  await page.register(reference, {
    routePrefix,
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Azulejo API',
      customCss: REFERENCE_STYLES,
      // Nothing is loaded from or sent to other origins: no fonts, no telemetry, no services of the vendor.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      authentication: { preferredSecurityScheme: 'bearer' },
      documentDownloadType: 'json',
      defaultOpenAllTags: true,
    },
  });
  return page;
}

/**
 * Sets the variables of the reference's style sheet to our colours. Text colours have a contrast of at least
 * 4.5:1 on their backgrounds.
 */
const variables = (colours: Readonly<Record<keyof typeof LIGHT, string>>, extra: Record<string, string>) => {
  const values = {
    'color-1': colours.text,
    'color-2': colours.quiet,
    'color-3': colours.quiet,
    'color-accent': colours.accent,
    'link-color': colours.accent,
    'color-blue': colours.accent,
    'color-green': colours.good,
    'color-red': colours.bad,
    'color-orange': colours.warn,
    'color-yellow': colours.warn,
    'background-1': colours.surface,
    'background-2': colours.ground,
    'border-color': colours.line,
    'button-1': colours.accent,
    'sidebar-background-1': colours.surface,
    'sidebar-color-1': colours.text,
    'sidebar-color-2': colours.quiet,
    'sidebar-search-color': colours.quiet,
    'sidebar-border-color': colours.line,
    ...extra,
  };
  return Object.entries(values)
    .map(([name, value]) => `--scalar-${name}: ${value};`)
    .join(' ');
};

const HEADER_HEIGHT = '49px';

const REFERENCE_STYLES = `${FONT_FACE}
:root { --scalar-font: ${FONTS}; --scalar-font-code: ${MONOSPACE}; --scalar-custom-header-height: ${HEADER_HEIGHT}; }
.light-mode { ${variables(LIGHT, { 'background-3': '#e6ebf5', 'color-purple': '#5b3a9e', 'button-1-color': '#ffffff' })} }
.dark-mode { ${variables(DARK, { 'background-3': '#24304f', 'color-purple': '#c5aef5', 'button-1-color': DARK.ground })} }
.client-libraries-text { color: var(--scalar-color-2); opacity: 1; }
.sidebar-search-placeholder { color: var(--scalar-color-2); opacity: 1; }
button.text-sidebar-c-2[aria-expanded] { min-width: 24px; min-height: 24px; display: grid; place-items: center; }
.endpoints { max-height: none !important; overflow: visible !important; }
.bar { position: sticky; top: 0; z-index: 1000; display: flex; align-items: center; gap: 1.5rem; height: ${HEADER_HEIGHT};
  padding: 0 1.25rem; background: ${LIGHT.surface}; border-bottom: 1px solid ${LIGHT.line};
  font: 1rem/1.5 ${FONTS}; overflow-x: auto; white-space: nowrap; }
.bar ul { display: flex; gap: 1.25rem; margin: 0; padding: 0; list-style: none; }
.bar a { color: ${LIGHT.accent}; }
.bar .brand { display: inline-flex; align-items: center; gap: .6rem; font-size: 1.05rem; font-weight: 650;
  text-decoration: none; }
.bar .brand, .bar [aria-current] { color: ${LIGHT.text}; }
.bar [aria-current] { font-weight: 600; text-decoration: none; }
.bar a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
@media (max-width: 30rem) { .bar { gap: .8rem; padding: 0 .8rem; font-size: .875rem; } .bar ul { gap: .8rem; } }
body.dark-mode .bar { background: ${DARK.surface}; border-color: ${DARK.line}; }
body.dark-mode .bar a { color: ${DARK.accent}; }
body.dark-mode .bar .brand, body.dark-mode .bar [aria-current] { color: ${DARK.text}; }
`;

/**
 * Adds what the reference lacks for people who do not use a mouse: names for its copy buttons, and keyboard
 * focus for its scrolling boxes.
 */
const REFERENCE_SCRIPT = `new MutationObserver(() => {
  for (const button of document.querySelectorAll('[class*="copy-button"]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy');
  for (const box of document.querySelectorAll('.scalar-card-content.custom-scroll:not([tabindex])'))
    box.setAttribute('tabindex', '0');
}).observe(document.documentElement, { childList: true, subtree: true });`;
