import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@azulejo/model';
import { parsePoFile } from '@lingui/format-po';
import { type LanguageWords, languageOf } from '../language.ts';

function read(language: Language): LanguageWords {
  const file = new URL(`../../../languages/${language}.po`, import.meta.url);
  return languageOf(language, parsePoFile(readFileSync(file, 'utf8')).items);
}

/** The messages of each language, read from the catalogues. */
export const languages: readonly LanguageWords[] = LANGUAGES.map(read);
