import { type Html, html, verbatim } from './html.ts';
import { ICON_PATH } from './page-styles.ts';

export type HtmlPage = {
  readonly language: string;
  readonly title: string;
  readonly styles: string;
  /** Elements of the head in addition to those of every page. */
  readonly head?: Html;
  readonly body: Html;
};

/** Renders a page of the server in both colour schemes, without scripts. */
export const htmlPage = ({ language, title, styles, head = html``, body }: HtmlPage): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON_PATH}">
<title>${title}</title>
<style>${verbatim(styles)}</style>
</head>
<body>
${body}
</body>
</html>
`.html;
