import type { AutomationDefinition } from '@azulejo/contract';
import type { Piece, Role, Word } from './clauses.ts';
import type { Names } from './names.ts';
import type { Speech } from './speech.ts';

/** The parts of a definition, which may be unfinished or invalid: a part without words is shown as `…`. */
export type Describable = Pick<
  AutomationDefinition,
  'when' | 'then' | 'onlyIf' | 'mode' | 'atMostEvery' | 'late'
>;

/** The context in which the parts of a definition are put into words. */
export type Wording = { readonly names: Names; readonly speech: Speech };

/** A part of a definition that is not validated yet: unfinished automations are also put into words. */
export type Given = Readonly<Record<string, unknown>>;

export const isGiven = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const word = (text: string, path: string, role: Role): Word => ({ text, path, role });

/** Returns the word for a part that has no known form. */
export const unknownPart = ({ speech }: Wording, path: string): Piece[] => [
  word(speech.words.part, path, 'part'),
];

/** Returns the people of a part as one word: its owner if it names none. */
export function peopleWord(
  { names, speech }: Wording,
  people: unknown,
  path: string,
  type: 'and' | 'or',
): Word {
  const ids = Array.isArray(people) ? people.map(String) : [undefined];
  const known = ids.map((id) => names.person(id) ?? speech.words.gone.person);
  return word(speech.list([...new Set(known)], type), path, 'person');
}

/** Returns a place as a word; the home by its own word, which fits the verb. */
export function placeWord(
  { names, speech }: Wording,
  place: unknown,
  path: string,
  verb: keyof Speech['words']['home'],
): Word {
  const { home, gone } = speech.words;
  const text = place === 'home' ? home[verb] : (names.place(String(place)) ?? gone.place);
  return word(text, path, 'place');
}

export const deviceWord = ({ names, speech }: Wording, channel: unknown, path: string): Word =>
  word(names.device(String(channel)) ?? speech.words.gone.device, path, 'device');
