import type { Piece } from '../words/clauses.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { ownPredicate, predicateFor } from '../words/predicate.ts';
import { durationText } from '../words/speech.ts';
import { type Subject, subjectOf } from '../words/subject.ts';
import { valueText } from '../words/value.ts';
import { type Given, unknownPart, type Wording, word } from '../words/wording.ts';

/** Its messages in English. */
export const phraseMessages = {
  binary: '{device} {does}',
  binaryFor: '{device} {stays} for {duration}',
  /** The form for all devices of a group, which fires when the last one changes. */
  binaryEvery: '{device} {is}',
  becomes: '{device} [becomes] {value}',
  becomesFor: '{device} [is] {value} for {duration}',
  stopsBeing: '{device} [stops being] {value}',
  stopsBeingFor: '{device} [is not] {value} for {duration}',
  risesAbove: '{device} [rises above] {value}',
  risesAboveFor: '{device} [stays above] {value} for {duration}',
  fallsBelow: '{device} [falls below] {value}',
  fallsBelowFor: '{device} [stays below] {value} for {duration}',
  changes: '{device} [changes]',
  reports: '{device} [reports]',
  custom: '{device} {predicate} {value}',
  customBare: '{device} {predicate}',
  leeway: '{trigger}, with {leeway} of leeway',
  again: '{trigger}, and again with each report',
};

const MESSAGES = {
  becomes: 'becomes',
  'stops-being': 'stopsBeing',
  'rises-above': 'risesAbove',
  'falls-below': 'fallsBelow',
} as const;

export function phraseProperty(given: Given, path: string, wording: Wording): Piece[] {
  const { speech } = wording;
  const { is, value } = given;
  // A yes-or-no property that stops being open is closed.
  const shown = is === 'stops-being' && typeof value === 'boolean' ? !value : value;
  const isBinary = is === 'becomes' || is === 'stops-being';
  const subject = subjectOf(given, path, wording, {
    namesProperty: (property) => isBinary && predicateFor(wording, property, shown) !== undefined,
  });
  const duration = word(durationText(given['for'], speech), `${path}.for`, 'duration');
  const holes = { device: subject.pieces, duration };
  const pieces = phraseBinary(given, path, wording, { subject, shown: isBinary ? shown : undefined, holes });
  if (pieces !== undefined) return pieces;
  const trigger = translated(phraseMessages, speech.words.trigger);
  const verb = { path: `${path}.is`, role: 'verb' } as const;
  const own =
    given['for'] === undefined ? ownPredicate(wording, subject.property, 'triggers', is) : undefined;
  const valueWord = word(
    valueText(wording, value, given['unit'], subject.property),
    `${path}.value`,
    'value',
  );
  if (own !== undefined) {
    const predicate = { text: own.text, ...verb };
    const message = own.hasValue ? trigger.custom : trigger.customBare;
    return fill(message, { ...holes, predicate, value: valueWord });
  }
  if (is === 'changes' || is === 'reports') return fill(trigger[is], holes, verb);
  const key = Object.hasOwn(MESSAGES, String(is)) ? MESSAGES[String(is) as keyof typeof MESSAGES] : undefined;
  if (key === undefined) return unknownPart(wording, path);
  const message = trigger[given['for'] === undefined ? key : (`${key}For` as const)];
  return withLeeway(fill(message, { ...holes, value: valueWord }, verb), given, path, wording, subject);
}

function phraseBinary(
  given: Given,
  path: string,
  wording: Wording,
  { subject, shown, holes }: { subject: Subject; shown: unknown; holes: Parameters<typeof fill>[1] },
): Piece[] | undefined {
  const trigger = translated(phraseMessages, wording.speech.words.trigger);
  const predicate = predicateFor(wording, subject.property, shown, subject.gender);
  if (predicate === undefined) return undefined;
  const verb = (text: string) => word(text, `${path}.value`, 'verb');
  const message =
    given['for'] !== undefined
      ? trigger.binaryFor
      : subject.isEvery && subject.isGroup
        ? trigger.binaryEvery
        : trigger.binary;
  return fill(message, {
    ...holes,
    does: verb(predicate.does),
    is: verb(predicate.is),
    stays: verb(predicate.stays),
  });
}

function withLeeway(
  pieces: Piece[],
  given: Given,
  path: string,
  wording: Wording,
  { property }: Subject,
): Piece[] {
  const { leeway, unit } = given;
  if (typeof leeway !== 'number' || leeway === 0) return pieces;
  const text = valueText(
    wording,
    leeway,
    unit,
    property && { ...property, controlInterfaces: plain(property) },
  );
  return fill(translated(phraseMessages, wording.speech.words.trigger).leeway, {
    trigger: pieces,
    leeway: word(text, `${path}.leeway`, 'value'),
  });
}

/** Returns the controls without the labels of values: a difference has only the unit of its property. */
const plain = ({ controlInterfaces }: NonNullable<Subject['property']>) =>
  controlInterfaces.map((each) => ({ ...each, config: { suffix: each.config['suffix'] } }));
