import type { HistoryWords, LanguageWords } from '../words/language.ts';

/** The messages of one kind: of its phrase in a sentence, and of the start of a run. */
type Messages = {
  readonly phrase?: Readonly<Record<string, string>>;
  readonly start: Readonly<Record<string, string>>;
};

/*
 * The catalogue of a language has the messages of all kinds in the tables `trigger` and `history.start`, which a test
 * compares with English. Each kind reads its own, by the type of those that it declares.
 */

/** Returns the phrases of a kind in the language of the words. */
export const phrasesOf = <Own extends Messages>(_english: Own, words: LanguageWords): Own['phrase'] =>
  words.trigger as unknown as Own['phrase'];

/** Returns why a run of a kind began, in the language of the history. */
export const startsOf = <Own extends Messages>(_english: Own, history: HistoryWords): Own['start'] =>
  history.start as unknown as Own['start'];
