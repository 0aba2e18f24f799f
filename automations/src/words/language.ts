import type { en } from './languages/en.ts';

/** The words of one language. English gives the form: a message that another language lacks is a type error. */
export type LanguageWords = typeof en;
