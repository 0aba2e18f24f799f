import type { Language } from '@azulejo/model';
import { predicates } from './en/predicates.ts';
import { sentence } from './en/sentence.ts';

export const en = { language: 'en' as Language, predicates, ...sentence };
