/** What people call the same thing. */
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
/** Words of which too many others are the beginning or a part: only whole ones count. */
const STATES: ReadonlySet<string> = new Set(['on', 'off', 'open', 'closed', 'locked', 'unlocked']);
/** What is shorter is the beginning of too much. */
const MIN_SYNONYM_LENGTH = 3;

/** Without regard to accents and case. */
const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('-', ' ');

const wordsIn = (text: string): readonly string[] => plain(text).split(/\s+/).filter(Boolean);

/** The word, and what others call it; also while it is being typed. */
function alternativesOf(word: string): readonly string[] {
  if (word.length < MIN_SYNONYM_LENGTH) return [word];
  const singular = word.replace(/s$/, '');
  const same = SYNONYMS.filter((names) => names.some((name) => name.startsWith(singular)));
  return [...new Set([word, singular, ...same.flat()])];
}

/**
 * Returns a test whether something has every word of `text`, or a synonym of it, in what is known of it. `statesOf` says
 * what it shows now, such as `Open`, and is only asked where a word is not in its name.
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
