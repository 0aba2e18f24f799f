import type { LanguageWords } from '../language.ts';
import { predicates } from './pt/predicates.ts';
import { sentence } from './pt/sentence.ts';

export const pt: LanguageWords = { language: 'pt', predicates, ...sentence };
