import { isReadable } from '@azulejo/model';
import { testOf } from '../compile/comparison.ts';
import { durationOf, memberOf, propertiesOf } from '../compile/context.ts';
import { ofMembers } from '../compile/members.ts';
import { testsOf } from '../loops/tests-of.ts';
import type { Piece } from '../words/clauses.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { ownPredicate, predicateFor } from '../words/predicate.ts';
import { durationText } from '../words/speech.ts';
import { subjectOf } from '../words/subject.ts';
import { valueText } from '../words/value.ts';
import { type Given, unknownPart, type Wording, word } from '../words/wording.ts';
import { comparison } from '../workers/form.ts';
import type { ConditionKind } from './condition-kind.ts';

const messages = {
  binary: '{device} {is}',
  binaryFor: '{device} {has} for {duration}',
  is: '{device} [is] {value}',
  isFor: '{device} [has been] {value} for {duration}',
  isNot: '{device} [is not] {value}',
  isNotFor: '{device} [has not been] {value} for {duration}',
  above: '{device} is [above] {value}',
  aboveFor: '{device} has been [above] {value} for {duration}',
  below: '{device} is [below] {value}',
  belowFor: '{device} has been [below] {value} for {duration}',
  custom: '{device} {predicate} {value}',
  customBare: '{device} {predicate}',
};

/** The value of a property, or of a group of them. */
export const property: ConditionKind = {
  messages,

  compile({ context, collected, id }, part, path) {
    const properties = propertiesOf(context, part, path);
    if (!properties) return undefined;
    const { found, of } = properties;
    if (!found.every(isReadable))
      return context.problems.add(path, 'not_readable', 'The property does not report its value.');
    const test = testOf(context, part, found, path);
    if (!test) return undefined;
    const { since } = part;
    const sinceMs = since === undefined ? undefined : durationOf(context, since, `${path}.since`);
    const members = found.map((each) => memberOf(context, each, id));
    return ofMembers(collected, members, test, of === 'any', id, sinceMs);
  },

  phrase: phraseProperty,

  loop(part, facts) {
    const found = testsOf(part, facts);
    if (found === undefined) return 'depends';
    const parts = found.tests.map((test) => ({ test, isLong: part['since'] !== undefined }));
    return found.isEvery ? { all: parts } : { any: parts };
  },

  form: comparison(['is', 'is-not', 'above', 'below'], ['value', 'unit', 'since']),
};

const MESSAGES = { is: 'is', 'is-not': 'isNot', above: 'above', below: 'below' } as const;

function phraseProperty(given: Given, path: string, wording: Wording): Piece[] {
  const condition = translated(messages, wording.speech.words.condition);
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
