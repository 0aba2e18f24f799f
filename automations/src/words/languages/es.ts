import type { LanguageWords } from '../language.ts';
import { predicates } from './es/predicates.ts';
import { sentence } from './es/sentence.ts';

export const es: LanguageWords = { language: 'es', predicates, ...sentence };
