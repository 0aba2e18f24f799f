import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { marked, type Token, type Tokens } from 'marked';

const checkout = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFile(join(checkout, file), 'utf8');

/** Returns the words of the glossary, in the order of the page. */
async function glossaryWords(): Promise<string[]> {
  const tokens = marked.lexer(await read('docs/glossary.md'));
  const table = tokens.find((token): token is Tokens.Table => token.type === 'table');
  assert.ok(table);
  return table.rows.map(([word]) => word?.text ?? '');
}

/** Returns the terms that a page introduces, which it writes in italics. */
function introducedTerms(text: string): string[] {
  const terms: string[] = [];
  void marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === 'em') terms.push(token['text']);
  });
  return terms;
}

/** Returns the word alone: `account (of the portal)` is an entry for "account". */
const bare = (word: string) => word.toLowerCase().replace(/ \(.*\)$/, '');
const singular = (term: string) => bare(term).replace(/(?<=\w\w)s$/, '');

it('the glossary has an entry for each term that the pages for users introduce in italics', async () => {
  const words = new Set((await glossaryWords()).map(bare));
  const pages = ['docs/operate.md', 'docs/tour.md', 'docs/upgrade.md'];
  for await (const page of glob('docs/guides/*.md', { cwd: checkout })) pages.push(page);
  const terms = new Map<string, string[]>();
  for (const page of pages) terms.set(page, introducedTerms(await read(page)));
  assert.ok(terms.get('docs/guides/connect-a-device.md')?.includes('claim code'));
  const missing = [...terms].flatMap(([page, introduced]) =>
    introduced
      .filter((term) => !words.has(bare(term)) && !words.has(singular(term)))
      .map((term) => `${page}: ${term}`),
  );
  assert.deepEqual(missing, []);
});

it('the glossary lists its words once each, in alphabetical order', async () => {
  const words = (await glossaryWords()).map((word) => word.toLowerCase());
  assert.deepEqual(words, [...new Set(words)].toSorted());
});
