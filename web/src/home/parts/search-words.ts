/** Groups of synonyms. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['lamp', 'light', 'bulb'],
  ['plug', 'socket', 'outlet'],
  ['blind', 'cover', 'curtain', 'shutter', 'shade'],
  ['radiator', 'thermostat', 'heating', 'heater'],
  ['motion', 'movement', 'presence', 'occupancy'],
  ['leak', 'water', 'flood'],
  ['smoke', 'fire'],
  ['climate', 'temperature', 'humidity'],
  ['meter', 'power', 'energy', 'electricity'],
  ['button', 'remote', 'switch'],
  ['contact', 'door', 'window'],
  ['siren', 'alarm'],
  ['fan', 'ventilator'],
];
/** Words that are part of too many others: only whole words match. */
const STATES: ReadonlySet<string> = new Set(['on', 'off', 'open', 'closed', 'locked', 'unlocked']);
/** Minimum length of synonyms: shorter words are the beginning of too many others. */
const MIN_SYNONYM_LENGTH = 3;

/** Removes accents and case. */
const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('-', ' ');

const wordsIn = (text: string): readonly string[] => plain(text).split(/\s+/).filter(Boolean);

/** Returns the word and its synonyms, also while it is being typed. */
function alternativesOf(word: string): readonly string[] {
  if (word.length < MIN_SYNONYM_LENGTH) return [word];
  const singular = word.replace(/s$/, '');
  const same = SYNONYMS.filter((names) => names.some((name) => name.startsWith(singular)));
  return [...new Set([word, singular, ...same.flat()])];
}

/**
 * Returns a function that tests whether something has every word of `text`, or a synonym of it, in its known
 * words. `statesOf` returns its current states, such as `Open`, and is only called if a word is not in its
 * name.
 */
export function matcherOf(text: string): (known: string, statesOf?: () => readonly string[]) => boolean {
  const words = wordsIn(text).map((word) => ({ word, alternatives: alternativesOf(word) }));
  return (known, statesOf = () => []) => {
    const all = plain(known);
    const whole = new Set(wordsIn(known));
    const isNow = (word: string) => statesOf().some((state) => wordsIn(state).includes(word));
    return words.every(({ word, alternatives }) =>
      STATES.has(word)
        ? whole.has(word) || isNow(word)
        : alternatives.some((each) => all.includes(each)) || isNow(word),
    );
  };
}
