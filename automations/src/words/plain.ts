import { type Clauses, textOf } from './clauses.ts';
import type { Speech } from './speech.ts';

/**
 * Returns the sentence as one line of text without `<`, `>` and `&`, which the Android app would take for HTML: names
 * that people gave get words instead.
 */
export const plain = ({ sentence }: Pick<Clauses, 'sentence'>, speech: Speech): string =>
  withoutMarkup(textOf(sentence), speech);

function withoutMarkup(text: string, { words }: Speech): string {
  return text
    .replace(/ ?[<>&] ?/g, (sign) => ` ${words.signs[sign.trim() as keyof typeof words.signs]} `)
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}
