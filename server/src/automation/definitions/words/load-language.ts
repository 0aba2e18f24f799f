import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LanguageWords, languageOf } from '@azulejo/automations/words';
import type { Language } from '@azulejo/model';
import { parsePo } from 'pofile-ts';
import { installation } from '../../../config/installation.ts';
import { memoizeAsync } from '../../../platform/memoize-async.ts';

/** Returns the sentences of a language, whose catalogue is read at the first call. */
export const loadLanguage = memoizeAsync(async (language: Language): Promise<LanguageWords> => {
  const file = await readFile(join(installation.sentencesFolder, `${language}.po`), 'utf8');
  return languageOf(language, parsePo(file).items);
});
