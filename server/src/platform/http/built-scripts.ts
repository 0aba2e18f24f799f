import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { memoizeAsync } from '../memoize-async.ts';
import { type Html, html, verbatim } from './html.ts';

/**
 * Returns the elements with which a page that the server renders loads scripts of the web pages, whose names change
 * with their content: the elements of this built page. Without a build there are none.
 */
export const builtScripts = memoizeAsync(async (file: string): Promise<Html> => {
  if (!existsSync(file)) return html``;
  const elements = (await readFile(file, 'utf8')).match(/<link\b[^>]*>|<script\b[^>]*><\/script>/g) ?? [];
  return verbatim(elements.join('\n'));
});
