import type { Piece } from './clauses.ts';
import { fill, joined } from './message.ts';
import { ownPredicate, predicateFor } from './predicate.ts';
import { durationText } from './speech.ts';
import { subjectOf } from './subject.ts';
import {
  asList,
  deviceWord,
  type Given,
  isGiven,
  peopleWord,
  placeWord,
  type Teller,
  unknownPart,
  word,
} from './teller.ts';
import { valueText } from './value.ts';

/** Compiling refuses fewer levels than these; this only bounds the telling. */
const MAX_DEPTH = 20;

/** Tells a condition in the words that follow `only if`. */
export function tellCondition(given: unknown, path: string, teller: Teller, depth = 0): Piece[] {
  if (!isGiven(given) || depth > MAX_DEPTH) return unknownPart(teller, path);
  const { condition } = teller.speech.words;
  if ('all' in given) return tellGroup(given['all'], `${path}.all`, teller, { depth, kind: 'all' });
  if ('any' in given) return tellGroup(given['any'], `${path}.any`, teller, { depth, kind: 'any' });
  if ('not' in given)
    return fill(condition.not, {
      condition: tellInner(given['not'], `${path}.not`, teller, depth + 1),
    });
  if (isGiven(given['time'])) return tellWindow(given['time'], `${path}.time`, teller);
  if ('sun' in given)
    return fill(
      given['sun'] === 'up' ? condition.up : condition.down,
      {},
      { path: `${path}.sun`, role: 'time' },
    );
  if ('person' in given) return tellPerson(given, path, teller);
  if ('device' in given)
    return fill(
      given['device'] === 'reachable' ? condition.reachable : condition.unreachable,
      { device: deviceWord(teller, given['channel'], `${path}.channel`) },
      { path: `${path}.device`, role: 'verb' },
    );
  if ('property' in given || 'properties' in given) return tellProperty(given, path, teller);
  return unknownPart(teller, path);
}

/** Tells a condition within another one: a group of several in brackets. */
function tellInner(given: unknown, path: string, teller: Teller, depth: number): Piece[] {
  const pieces = tellCondition(given, path, teller, depth);
  const members = isGiven(given) ? asList(given['all'] ?? given['any']) : [];
  return members.length > 1 ? joined(['(', ...pieces, ')']) : pieces;
}

function tellGroup(
  given: unknown,
  path: string,
  teller: Teller,
  { depth, kind }: { depth: number; kind: 'all' | 'any' },
): Piece[] {
  const { condition, joints } = teller.speech.words;
  const members = asList(given);
  if (members.length === 0) return unknownPart(teller, path);
  const joint = kind === 'all' ? joints.innerAnd : joints.innerOr;
  const list = members.flatMap((each, index) => [
    ...(index === 0 ? [] : [joint]),
    ...tellInner(each, `${path}[${index}]`, teller, depth + 1),
  ]);
  return members.length === 1 ? joined(list) : fill(condition[kind], { list });
}

function tellWindow(time: Given, path: string, { speech }: Teller): Piece[] {
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

function tellPerson(given: Given, path: string, teller: Teller): Piece[] {
  const { condition } = teller.speech.words;
  const isThere = given['person'] !== 'is-not-at';
  const isHome = given['place'] === 'home';
  const isEvery = given['of'] !== 'any';
  const kind = isHome ? (isThere ? 'isHome' : 'isAway') : isThere ? 'isAt' : 'isNotAt';
  const isMany = isEvery && asList(given['who']).length > 1;
  return fill(
    condition[isMany ? (`${kind}Many` as const) : kind],
    {
      who: peopleWord(teller, given['who'], `${path}.who`, isEvery ? 'and' : 'or'),
      place: placeWord(teller, given['place'], `${path}.place`, isThere ? 'isAt' : 'isNotAt'),
    },
    { path: `${path}.person`, role: 'verb' },
  );
}

const MESSAGES = { is: 'is', 'is-not': 'isNot', above: 'above', below: 'below' } as const;

function tellProperty(given: Given, path: string, teller: Teller): Piece[] {
  const { condition } = teller.speech.words;
  const { is, value, since } = given;
  // A yes-or-no property that is not open is closed.
  const shown = is === 'is-not' && typeof value === 'boolean' ? !value : value;
  const isBinary = is === 'is' || is === 'is-not';
  const subject = subjectOf(given, path, teller, {
    saysProperty: (property) => isBinary && predicateFor(teller, property, shown) !== undefined,
  });
  const duration = word(durationText(since, teller.speech), `${path}.since`, 'duration');
  const holes = { device: subject.pieces, duration };
  const predicate = isBinary && predicateFor(teller, subject.property, shown, subject.gender);
  if (predicate) {
    const verb = (text: string) => word(text, `${path}.value`, 'verb');
    const message = since === undefined ? condition.binary : condition.binaryFor;
    return fill(message, { ...holes, is: verb(predicate.is), has: verb(predicate.has) });
  }
  const verb = { path: `${path}.is`, role: 'verb' } as const;
  const valueWord = word(valueText(teller, value, given['unit'], subject.property), `${path}.value`, 'value');
  const own = since === undefined ? ownPredicate(teller, subject.property, 'states', is) : undefined;
  if (own !== undefined) {
    const message = own.hasValue ? condition.custom : condition.customBare;
    return fill(message, { ...holes, predicate: { text: own.text, ...verb }, value: valueWord });
  }
  const key = Object.hasOwn(MESSAGES, String(is)) ? MESSAGES[String(is) as keyof typeof MESSAGES] : undefined;
  if (key === undefined) return unknownPart(teller, path);
  return fill(
    condition[since === undefined ? key : (`${key}For` as const)],
    { ...holes, value: valueWord },
    verb,
  );
}
