import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dictionary, dictionaryOf, inWords, type Language } from '@azulejo/model';
import { parsePo } from 'pofile-ts';
import { installation } from '../../config/installation.ts';
import { createLruCache } from '../../platform/lru-cache.ts';
import { memoizeAsync } from '../../platform/memoize-async.ts';
import type { VersionedTemplate } from '../templates/index.ts';

/** Maximum number of cached translated templates, about 30 KB each. They never change under their version. */
const MAX_TRANSLATED = 200;

/** Returns the words of a language for labels of devices. Each catalogue is read once in a process. */
export const wordsIn = memoizeAsync(
  async (language: Language): Promise<Dictionary> =>
    dictionaryOf(parsePo(await readFile(join(installation.wordsFolder, `${language}.po`), 'utf8')).items),
);

export type LocalTemplates = ReturnType<typeof createLocalTemplates>;

/**
 * Creates a function that returns how templates read in a language (devices/templates/README.md). A catalogue is read when its
 * language is first asked for; without a language, templates stay as they are stored.
 */
export function createLocalTemplates() {
  const translated = createLruCache<VersionedTemplate>(MAX_TRANSLATED);
  return async (
    language: Language | undefined,
  ): Promise<(template: VersionedTemplate) => VersionedTemplate> => {
    if (language === undefined) return (template) => template;
    const words = await wordsIn(language);
    return (template) => {
      const key = `${template.id}@${template.version} ${language}`;
      const local = translated.get(key) ?? inWords(template, words);
      translated.set(key, local);
      return local;
    };
  };
}
