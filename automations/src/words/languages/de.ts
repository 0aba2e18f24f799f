import type { LanguageWords } from '../language.ts';
import { predicates } from './de/predicates.ts';
import { sentence } from './de/sentence.ts';

export const de: LanguageWords = { language: 'de', predicates, ...sentence };
