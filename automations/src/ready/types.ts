import type { AutomationDefinition } from '@azulejo/contract';
import type { ReadyHome } from './home.ts';
import type { ReadyWords } from './language.ts';

/** Fills in an automation with the devices of a home; undefined if there are none for it. */
export type Fill = (home: ReadyHome, words: ReadyWords) => AutomationDefinition | undefined;
