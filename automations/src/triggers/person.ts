import { memberOf, peopleOf } from '../compile/context.ts';
import { isAt, isNotAt } from '../compile/tests.ts';
import { always } from '../offer.ts';
import { fillText } from '../words/history/history-wording.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { type Given, peopleWord, placeWord, type Wording } from '../words/wording.ts';
import { people as peopleForm } from '../workers/form.ts';
import { type TriggerKind, whenever } from './trigger-kind.ts';

/** Returns who arrives where, as words with their paths, and the key of the message about it. */
function wordsOf(given: Given, path: string, wording: Wording) {
  const kind = given['person'] === 'leaves' ? 'leaves' : 'arrives';
  const key: typeof kind | `${typeof kind}Home` = given['place'] === 'home' ? `${kind}Home` : kind;
  return {
    key,
    who: peopleWord(wording, given['who'], `${path}.who`, 'or'),
    place: placeWord(wording, given['place'], `${path}.place`, kind),
  };
}

const messages = {
  arrives: '{who} [arrives] at {place}',
  arrivesHome: '{who} [arrives] {place}',
  leaves: '{who} [leaves] {place}',
  leavesHome: '{who} [leaves] {place}',
};
const startMessages = {
  arrives: 'because {who} arrived at {place} at {time}',
  arrivesHome: 'because {who} arrived {place} at {time}',
  leaves: 'because {who} left {place} at {time}',
  leavesHome: 'because {who} left {place} at {time}',
};

/** A person who arrives at a place or leaves it. */
export const person: TriggerKind = {
  messages,
  startMessages,

  compile(context, part, path, base) {
    const people = peopleOf(context, part, path)?.filter((address) => address !== undefined);
    if (people === undefined || people.length === 0) return undefined;
    const place = String(part['place']);
    return {
      kind: 'property',
      ...base,
      members: people.map((address) => memberOf(context, address, base.id)),
      combine: 'each',
      on: 'edge',
      test: part['person'] === 'leaves' ? isNotAt(place) : isAt(place),
      forMs: undefined,
      retriggers: false,
      by: 'value',
    };
  },

  phrase(given, path, wording) {
    const { key, who, place } = wordsOf(given, path, wording);
    const message = translated(messages, wording.speech.words.trigger)[key];
    return whenever(wording, fill(message, { who, place }, { path: `${path}.person`, role: 'verb' }));
  },

  because({ trigger, path, time }, wording) {
    const { key, who, place } = wordsOf(trigger, path, wording);
    return fillText(translated(startMessages, wording.history.start)[key], { who, place, time });
  },

  form: peopleForm(['arrives', 'leaves'], ['place', 'who']),

  offers: always(
    'person',
    { part: { kind: 'person', person: 'arrives', place: 'home' }, as: 'arrives-home' },
    { part: { kind: 'person', person: 'leaves', place: 'home' }, as: 'leaves-home' },
  ),
};
