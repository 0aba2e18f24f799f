import type { AutomationDefinition } from '@azulejo/contract';
import type { ReadyWords } from '../words/language.ts';
import type { ReadyHome } from './home.ts';

/** Fills in an automation with the devices of a home; undefined if there are none for it. */
export type Fill = (home: ReadyHome, words: ReadyWords) => AutomationDefinition | undefined;
