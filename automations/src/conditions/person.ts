import { memberOf, peopleOf } from '../compile/context.ts';
import { ofMembers } from '../compile/members.ts';
import { isAt, isNotAt } from '../compile/tests.ts';
import { always } from '../offer.ts';
import type { Piece } from '../words/clauses.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { asList, type Given, peopleWord, placeWord, type Wording } from '../words/wording.ts';
import { people as peopleForm } from '../workers/form.ts';
import type { ConditionKind } from './condition-kind.ts';

const messages = {
  isAt: '{who} [is] at {place}',
  isAtMany: '{who} [are] at {place}',
  isNotAt: '{who} [is not] at {place}',
  isNotAtMany: '{who} [are not] at {place}',
  isHome: '{who} [is] {place}',
  isHomeMany: '{who} [are] {place}',
  isAway: '{who} [is] {place}',
  isAwayMany: '{who} [are] {place}',
};

/** Where people are. */
export const person: ConditionKind = {
  messages,

  compile({ context, collected, id }, part, path) {
    const people = peopleOf(context, part, path);
    if (!people) return undefined;
    collected.isIncomplete ||= people.includes(undefined);
    const test = part['person'] === 'is-not-at' ? isNotAt : isAt;
    const members = people.map((address) => address && memberOf(context, address, id));
    return ofMembers(collected, members, test(String(part['place'])), part['of'] === 'any', id);
  },

  phrase: phrasePerson,

  form: peopleForm(['is-at', 'is-not-at'], ['place', 'who', 'of']),

  offers: always(
    'person',
    { part: { kind: 'person', person: 'is-at', place: 'home' }, as: 'is-home' },
    { part: { kind: 'person', person: 'is-not-at', place: 'home' }, as: 'is-away' },
  ),
};

function phrasePerson(given: Given, path: string, wording: Wording): Piece[] {
  const condition = translated(messages, wording.speech.words.condition);
  const isPresent = given['person'] !== 'is-not-at';
  const isHome = given['place'] === 'home';
  const isEvery = given['of'] !== 'any';
  const kind = isHome ? (isPresent ? 'isHome' : 'isAway') : isPresent ? 'isAt' : 'isNotAt';
  const isMany = isEvery && asList(given['who']).length > 1;
  return fill(
    condition[isMany ? (`${kind}Many` as const) : kind],
    {
      who: peopleWord(wording, given['who'], `${path}.who`, isEvery ? 'and' : 'or'),
      place: placeWord(wording, given['place'], `${path}.place`, isPresent ? 'isAt' : 'isNotAt'),
    },
    { path: `${path}.person`, role: 'verb' },
  );
}
