/**
 * The sentence of an automation, for every place that shows it. Without input and output, for browsers and servers:
 *
 * ```ts
 * const words = languageOf('de', entries); // those of `languages/de.po`
 * const speech = createSpeech(words, { locale: 'de-AT', hourFormat: 24, zone: 'Europe/Vienna' });
 * const clauses = describe(definition, names, speech);
 * plain(clauses, speech); // one line, for the API, notifications and the phones
 * ```
 *
 * `describe` returns the clauses `when`, `onlyIf`, `then` and `again`. A clause has a `lead` (`When`) and `parts`, one
 * for each trigger, condition or step; a part has a `joint` (`, or `) and `pieces`: texts, and words with `text`,
 * `spoken`, `path` into the definition, and `role`. Show words as buttons in the order of the pieces. `sentence` is all
 * of it as pieces, with commas and a full stop. It never throws: what is unfinished reads `…`, with the role `part`.
 *
 * `Names` says what things are called in this home, with the labels of templates already translated (`inWords` of
 * `@azulejo/model`).
 */

export { isCommandStep } from '../steps/set-words.ts';
export {
  type Clause,
  type Clauses,
  isWord,
  type Part,
  type Piece,
  type Role,
  textOf,
  type Word,
} from './clauses.ts';
export { type Describable, describe } from './describe.ts';
export { type LanguageWords, languageOf } from './language.ts';
export type { NamedProperty, Names } from './names.ts';
export { plain } from './plain.ts';
export { createSpeech, type Speech, type SpeechOptions } from './speech.ts';
export { type GroupKey, groupKeyOf, isCommand } from './vocabulary.ts';
