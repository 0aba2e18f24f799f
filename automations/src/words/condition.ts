import type { Piece } from './clauses.ts';
import { fill, joined } from './message.ts';
import { ownPredicate, predicateFor } from './predicate.ts';
import { durationText } from './speech.ts';
import { subjectOf } from './subject.ts';
import { valueText } from './value.ts';
import {
  asList,
  deviceWord,
  type Given,
  isGiven,
  peopleWord,
  placeWord,
  unknownPart,
  type Wording,
  word,
} from './wording.ts';

/** Compiling refuses fewer levels than these; this only bounds the words. */
const MAX_DEPTH = 20;

/** Phrases a condition in the words that follow `only if`. */
export function phraseCondition(given: unknown, path: string, wording: Wording, depth = 0): Piece[] {
  if (!isGiven(given) || depth > MAX_DEPTH) return unknownPart(wording, path);
  const { condition } = wording.speech.words;
  const { kind } = given;
  if (kind === 'all') return phraseGroup(given['all'], `${path}.all`, wording, { depth, kind: 'all' });
  if (kind === 'any') return phraseGroup(given['any'], `${path}.any`, wording, { depth, kind: 'any' });
  if (kind === 'not')
    return fill(condition.not, {
      condition: phraseInner(given['not'], `${path}.not`, wording, depth + 1),
    });
  if (kind === 'time' && isGiven(given['time'])) return phraseWindow(given['time'], `${path}.time`, wording);
  if (kind === 'sun')
    return fill(
      given['sun'] === 'up' ? condition.up : condition.down,
      {},
      { path: `${path}.sun`, role: 'time' },
    );
  if (kind === 'person') return phrasePerson(given, path, wording);
  if (kind === 'device')
    return fill(
      given['device'] === 'reachable' ? condition.reachable : condition.unreachable,
      { device: deviceWord(wording, given['channel'], `${path}.channel`) },
      { path: `${path}.device`, role: 'verb' },
    );
  if (kind === 'property') return phraseProperty(given, path, wording);
  return unknownPart(wording, path);
}

/** Phrases a condition within another one: a group of several in brackets. */
function phraseInner(given: unknown, path: string, wording: Wording, depth: number): Piece[] {
  const pieces = phraseCondition(given, path, wording, depth);
  const members = isGiven(given) ? asList(given['all'] ?? given['any']) : [];
  return members.length > 1 ? joined(['(', ...pieces, ')']) : pieces;
}

function phraseGroup(
  given: unknown,
  path: string,
  wording: Wording,
  { depth, kind }: { depth: number; kind: 'all' | 'any' },
): Piece[] {
  const { condition, joints } = wording.speech.words;
  const members = asList(given);
  if (members.length === 0) return unknownPart(wording, path);
  const joint = kind === 'all' ? joints.innerAnd : joints.innerOr;
  const list = members.flatMap((each, index) => [
    ...(index === 0 ? [] : [joint]),
    ...phraseInner(each, `${path}[${index}]`, wording, depth + 1),
  ]);
  return members.length === 1 ? joined(list) : fill(condition[kind], { list });
}

function phraseWindow(time: Given, path: string, { speech }: Wording): Piece[] {
  const { condition } = speech.words;
  const days = asList(time['days']);
  const holes = {
    from: word(speech.timeOfDay(String(time['from'])), `${path}.from`, 'time'),
    to: word(speech.timeOfDay(String(time['to'])), `${path}.to`, 'time'),
    days: word(speech.onDays(days), `${path}.days`, 'days'),
  };
  const [hasFrom, hasTo] = [time['from'] !== undefined, time['to'] !== undefined];
  const kind = hasFrom && hasTo ? 'between' : hasFrom ? 'after' : hasTo ? 'before' : undefined;
  if (kind !== undefined)
    return fill(condition[days.length === 0 ? kind : (`${kind}OnDays` as const)], holes);
  return fill(condition.onDays, { days: word(speech.anyDay(days), `${path}.days`, 'days') });
}

function phrasePerson(given: Given, path: string, wording: Wording): Piece[] {
  const { condition } = wording.speech.words;
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

const MESSAGES = { is: 'is', 'is-not': 'isNot', above: 'above', below: 'below' } as const;

function phraseProperty(given: Given, path: string, wording: Wording): Piece[] {
  const { condition } = wording.speech.words;
  const { is, value, since } = given;
  // A yes-or-no property that is not open is closed.
  const shown = is === 'is-not' && typeof value === 'boolean' ? !value : value;
  const isBinary = is === 'is' || is === 'is-not';
  const subject = subjectOf(given, path, wording, {
    namesProperty: (property) => isBinary && predicateFor(wording, property, shown) !== undefined,
  });
  const duration = word(durationText(since, wording.speech), `${path}.since`, 'duration');
  const holes = { device: subject.pieces, duration };
  const predicate = isBinary && predicateFor(wording, subject.property, shown, subject.gender);
  if (predicate) {
    const verb = (text: string) => word(text, `${path}.value`, 'verb');
    const message = since === undefined ? condition.binary : condition.binaryFor;
    return fill(message, { ...holes, is: verb(predicate.is), has: verb(predicate.has) });
  }
  const verb = { path: `${path}.is`, role: 'verb' } as const;
  const valueWord = word(
    valueText(wording, value, given['unit'], subject.property),
    `${path}.value`,
    'value',
  );
  const own = since === undefined ? ownPredicate(wording, subject.property, 'states', is) : undefined;
  if (own !== undefined) {
    const message = own.hasValue ? condition.custom : condition.customBare;
    return fill(message, { ...holes, predicate: { text: own.text, ...verb }, value: valueWord });
  }
  const key = Object.hasOwn(MESSAGES, String(is)) ? MESSAGES[String(is) as keyof typeof MESSAGES] : undefined;
  if (key === undefined) return unknownPart(wording, path);
  return fill(
    condition[since === undefined ? key : (`${key}For` as const)],
    { ...holes, value: valueWord },
    verb,
  );
}
