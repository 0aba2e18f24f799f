/** Each line has words with the same meaning. */
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

/** Describes something that can be found. */
export type Findable = {
  /** Its name, place, maker and kind. */
  readonly known: string;
  /** Returns its current states, such as `Open`. It is only called if a word is not in what is known. */
  readonly states?: () => readonly string[];
};

/**
 * Returns the items that have every word of `text`, or a synonym of it, in their known words. A word that no
 * item has may have one typing error.
 */
export function findByWords<Item>(
  items: readonly Item[],
  text: string,
  findable: (item: Item) => Findable,
): readonly Item[] {
  const words = wordsIn(text).map((word) => {
    const isKnown = items.some((item) => hasWord(findable(item), word));
    return { word, has: isKnown ? hasWord : hasNearly };
  });
  return items.filter((item) => words.every(({ word, has }) => has(findable(item), word)));
}

function hasWord({ known, states = () => [] }: Findable, word: string): boolean {
  const isNow = () => states().some((state) => wordsIn(state).includes(word));
  if (STATES.has(word)) return wordsIn(known).includes(word) || isNow();
  const all = plain(known);
  return alternativesOf(word).some((each) => all.includes(each)) || isNow();
}

/** Short words are one error away from too many others. */
const MIN_CORRECTED_LENGTH = 4;

function hasNearly(thing: Findable, typed: string): boolean {
  if (typed.length < MIN_CORRECTED_LENGTH) return false;
  const corrected = [...SYNONYMS.flat(), ...STATES].filter((word) => isNearly(typed, word));
  return (
    wordsIn(thing.known).some((word) => isNearly(typed, word)) ||
    corrected.some((word) => hasWord(thing, word))
  );
}

/** Returns whether the typed word, or its singular, is one error away. */
const isNearly = (typed: string, word: string): boolean =>
  isOneErrorAway(typed, word) ||
  (typed.length > MIN_CORRECTED_LENGTH && typed.endsWith('s') && isOneErrorAway(typed.slice(0, -1), word));

/**
 * Returns whether one letter is wrong, missing or too many, or two neighbours are swapped (a distance of
 * Damerau and Levenshtein of one). The end of a longer word may be missing, as it is while typing.
 */
function isOneErrorAway(typed: string, word: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === word[same]) same += 1;
  const rest = typed.slice(same);
  const right = word.slice(same);
  const hasSwapped = rest.length > 1 && rest[0] === right[1] && rest[1] === right[0];
  return (
    right.startsWith(rest.slice(1)) ||
    right.slice(1).startsWith(rest) ||
    right.slice(1).startsWith(rest.slice(1)) ||
    (hasSwapped && right.slice(2).startsWith(rest.slice(2)))
  );
}
