import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parsePoFile } from '@lingui/format-po';
import { root } from '../root.ts';
import { acceptedWords } from './accepted-words.ts';
import { type CatalogueMessage, homonymsIn } from './homonyms.ts';

const CATALOGUES = {
  home: 'web/src/languages/home',
  portal: 'web/src/languages/portal',
  server: 'server/languages',
} as const;

function read(folder: string): CatalogueMessage[] {
  const { items } = parsePoFile(readFileSync(join(root, folder, 'en.po'), 'utf8'));
  return items.map(({ msgid, msgctxt, references }) => ({
    message: msgid,
    context: msgctxt ?? null,
    files: references,
  }));
}

describe('short messages', () => {
  for (const [name, folder] of Object.entries(CATALOGUES))
    it(`have a context in the catalogue ${name} unless they mean the same in every file`, () => {
      const messages = read(folder);
      assert.ok(messages.some(({ files }) => files.length > 1));
      assert.deepEqual(homonymsIn(messages, acceptedWords[name as keyof typeof CATALOGUES]), []);
    });

  const light = { message: 'Light', context: null, files: ['lamp.ts', 'theme.ts'] };

  it('need a context when a second file has them', () => {
    assert.deepEqual(homonymsIn([light], []), ['"Light" needs a context, or is accepted: lamp.ts, theme.ts']);
    assert.deepEqual(homonymsIn([{ ...light, files: ['lamp.ts', 'lamp.ts'] }], []), []);
    assert.deepEqual(homonymsIn([light], ['Light']), []);
  });

  it('need a context everywhere when they have one somewhere, even if they were accepted', () => {
    const theme = { ...light, context: 'theme', files: ['theme.ts'] };
    assert.deepEqual(homonymsIn([light, theme], ['Light']), ['"Light" needs a context in lamp.ts, theme.ts']);
  });

  it('are accepted only while several files have them', () => {
    assert.deepEqual(homonymsIn([{ ...light, files: ['lamp.ts'] }], ['Light']), [
      '"Light" is accepted, but not in several files',
    ]);
  });
});
