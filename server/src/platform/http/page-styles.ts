import { verbatim } from './html.ts';

/** The stable URL of the web pages' font, which does not change with its content. */
export const FONT_PATH = '/web/fonts/figtree.woff2';
export const ICON_PATH = '/web/icons/mark.svg';

/**
 * Colours and font of every page that the server renders itself. They are a copy of
 * `web/src/design/tokens.css`, which a test verifies. Without a build of the web pages there is no font file,
 * and the system font is used.
 */
export const FONTS = "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
export const MONOSPACE = "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace";

export const FONT_FACE = `@font-face { font-family: 'Figtree Variable'; font-weight: 300 900; font-display: swap;
  src: url(${FONT_PATH}) format('woff2'); }`;

export const LIGHT = {
  ground: '#f4f6fb',
  surface: '#ffffff',
  line: '#dde3ef',
  text: '#17203a',
  quiet: '#56617f',
  accent: '#2450b3',
  'accent-soft': '#e6edfc',
  good: '#1a7a4c',
  bad: '#b3261e',
  'bad-soft': '#fdecea',
  warn: '#7a5300',
} as const;

export const DARK = {
  ground: '#0d1424',
  surface: '#172138',
  line: '#2c3857',
  text: '#e6eaf5',
  quiet: '#a6b1cd',
  accent: '#8aa9ec',
  'accent-soft': '#1d2c52',
  good: '#62cf9a',
  bad: '#ff9d94',
  'bad-soft': '#3b1d1e',
  warn: '#f6ca5b',
} as const;

const declare = (colours: Readonly<Record<string, string>>) =>
  Object.entries(colours)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ');

/** The beginning of a style sheet: the font, the colours in both schemes, and the header. */
export const BASE_STYLES = `${FONT_FACE}
:root { color-scheme: light dark; ${declare(LIGHT)} --on-accent: #ffffff; }
@media (prefers-color-scheme: dark) { :root { ${declare(DARK)} --on-accent: #0d1424; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 ${FONTS}; overflow-wrap: anywhere; }
h1, h2, h3 { font-weight: 650; line-height: 1.25; }
a { color: var(--accent); }
a:focus-visible, input:focus-visible, button:focus-visible, pre:focus-visible { outline: 2px solid var(--accent);
  outline-offset: 2px; }
.brand { display: inline-flex; align-items: center; gap: .6rem; min-height: 2rem; color: var(--text); font-size: 1.05rem;
  font-weight: 650; text-decoration: none; }
.brand svg { flex: none; }
`;

/** The logo and the name, as in the header of the web pages. */
export const BRAND =
  verbatim(`<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
<rect width="32" height="32" rx="7" fill="#2450b3"/><g fill="none" stroke="#fff" stroke-width="2.4">
<path d="M4 12.5A8.5 8.5 0 0 0 12.5 4"/><path d="M19.5 4A8.5 8.5 0 0 0 28 12.5"/>
<path d="M28 19.5A8.5 8.5 0 0 0 19.5 28"/><path d="M12.5 28A8.5 8.5 0 0 0 4 19.5"/></g>
<path d="M16 9.6 22.4 16 16 22.4 9.6 16Z" fill="#fff"/><path d="M16 13.2 18.8 16 16 18.8 13.2 16Z" fill="#f6ca5b"/>
</svg>Azulejo`);
