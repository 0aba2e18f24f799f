import type { LanguageWords } from '../language.ts';
import { predicates } from './fr/predicates.ts';
import { sentence } from './fr/sentence.ts';

export const fr: LanguageWords = { language: 'fr', predicates, ...sentence };
