import { setImmediate } from 'node:timers/promises';
import type { ZxcvbnResult } from '@zxcvbn-ts/core';

/** Why a password is easy to guess. */
export type Guessable = 'common' | 'own' | 'repeated' | 'pattern' | 'similar' | 'guessable';

/** Of 0 to 4: at least a million guesses (zxcvbn). */
const MIN_SCORE = 2;
/** The time grows with the square of the length, and no password that is as long and varied is easy to guess. */
const MAX_LENGTH = 40;
const MAX_SUBSTITUTIONS = 8;
/** Passwords are compared with so many of the most common ones for likeness, and with all of them for equality. */
const MAX_COMPARED = 30_000;
/** Shorter words are part of others. */
const MIN_WORD = 4;

type Check = (password: string, words: string[]) => ZxcvbnResult;
type Known = { readonly common: ReadonlySet<string>; readonly check: Check };

let known: Promise<Known> | undefined;

/**
 * Returns why a password is easy to guess by someone who knows these words, or undefined when it is not. The words
 * themselves add nothing to it. The 49,000 most common passwords are loaded at the first call.
 */
export async function findGuessable(
  folded: string,
  words: readonly string[],
): Promise<Guessable | undefined> {
  known ??= load();
  const { common, check } = await known;
  if (common.has(folded)) return 'common';
  // Nothing but spaces.
  if (folded === '') return 'repeated';
  const password = folded.slice(0, MAX_LENGTH);
  const given = words.filter((word) => word.length >= MIN_WORD);
  const rest = given.reduce((text, word) => text.replaceAll(word, ''), password);
  if (rest !== password && check(rest, []).score < MIN_SCORE) return 'own';
  const result = check(password, given);
  return result.score < MIN_SCORE ? reasonOf(result) : undefined;
}

function reasonOf({ sequence }: ZxcvbnResult): Guessable {
  const longest = sequence.reduce((one, other) => (other.token.length > one.token.length ? other : one));
  switch (longest.pattern) {
    case 'repeat':
      return 'repeated';
    case 'sequence':
    case 'spatial':
    case 'date':
    case 'regex':
      return 'pattern';
    case 'dictionary':
      return longest['dictionaryName'] === 'userInputs' ? 'own' : 'similar';
    default:
      return 'guessable';
  }
}

/** Takes several turns of the event loop, because each step takes tens of milliseconds. */
async function load(): Promise<Known> {
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  await setImmediate();
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  await setImmediate();
  const common = dictionary['passwords-common'];
  const { qwerty, keypad } = adjacencyGraphs;
  const factory = new ZxcvbnFactory({
    dictionary: { common: common.slice(0, MAX_COMPARED) },
    graphs: { qwerty, keypad },
    maxLength: MAX_LENGTH,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
  await setImmediate();
  return { common: new Set(common), check: (password, words) => factory.check(password, words) };
}
