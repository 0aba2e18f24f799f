import type { Clauses, Role, Word } from '@azulejo/automations/words';
import { isWord } from '@azulejo/automations/words';
import type { AutomationDefinition } from '@azulejo/contract';
import { isBlank } from './parts.ts';
import { valueAt } from './path.ts';

/** The words that must be chosen. Others have a meaning without a value, such as the owner as the person. */
const CHOSEN: ReadonlySet<Role> = new Set([
  'part',
  'value',
  'verb',
  'duration',
  'time',
  'text',
  'address',
  'scene',
  'automation',
  'place',
]);

/** Returns whether a word is still to be chosen. */
export function isMissing(definition: AutomationDefinition, { path, role }: Word): boolean {
  if (!CHOSEN.has(role) || path === 'atMostEvery' || path.endsWith('.webhook')) return false;
  const value = valueAt(definition, path);
  return value === undefined || value === null || value === '' || (role === 'part' && isBlank(value));
}

/** Returns the words that are still to be chosen, in the order of the sentence. */
export const missingWords = (definition: AutomationDefinition, clauses: Clauses): readonly Word[] =>
  wordsOf(clauses).filter((word) => isMissing(definition, word));

/** Returns all words of the three clauses, in the order of the sentence. */
export const wordsOf = ({ when, onlyIf, then }: Clauses): readonly Word[] =>
  [when, ...(onlyIf ? [onlyIf] : []), then].flatMap(({ parts }) =>
    parts.flatMap(({ pieces }) => pieces.filter(isWord)),
  );
