import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Language } from '@azulejo/model';
import { parsePoFile } from '@lingui/format-po';
import type { Plugin } from 'vite';

const QUERY = /\.po\?(words|sentences)$/;

/**
 * Builds catalogues of words into the form in which programs look them up: those of `model/languages`, imported with
 * `?words`, and those of `automations/languages`, imported with `?sentences`.
 */
export function catalogueWords(): Plugin {
  return {
    name: 'catalogue-words',
    enforce: 'pre',
    async load(id) {
      const [query, kind] = QUERY.exec(id) ?? [];
      if (query === undefined) return undefined;
      const path = id.replace(/\?\w+$/, '');
      this.addWatchFile(path);
      const { items } = parsePoFile(readFileSync(path, 'utf8'));
      const words = kind === 'words' ? wordsOf(items) : sentencesOf(basename(path, '.po') as Language, items);
      return `export default ${JSON.stringify(await words)}`;
    },
  };
}

type Items = ReturnType<typeof parsePoFile>['items'];

// Loaded with the first catalogue: programs that read Vite's configuration only have no use for them.
const wordsOf = async (items: Items) => (await import('@azulejo/model')).dictionaryOf(items);
const sentencesOf = async (language: Language, items: Items) =>
  (await import('@azulejo/automations/words')).languageOf(language, items);
