import { parseDuration, parseOffset } from '../duration.ts';
import type { Piece } from './clauses.ts';
import { fill } from './message.ts';
import { ownPredicate, predicateFor } from './predicate.ts';
import { durationText } from './speech.ts';
import { type Subject, subjectOf } from './subject.ts';
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

/** A trigger without the word that begins it, such as `when` or `at`. */
export type ToldTrigger = {
  readonly lead: string;
  readonly pieces: readonly Piece[];
  readonly isTime: boolean;
};

export function tellTrigger(given: unknown, path: string, teller: Teller): ToldTrigger {
  const { leads } = teller.speech.words;
  const withLead = (pieces: readonly Piece[]) => ({ lead: leads.when, pieces, isTime: false });
  if (!isGiven(given)) return withLead(unknownPart(teller, path));
  if (isGiven(given['time'])) return tellTime(given['time'], `${path}.time`, teller);
  if (isGiven(given['sun'])) return tellSun(given['sun'], `${path}.sun`, teller);
  if ('every' in given) return tellInterval(given['every'], `${path}.every`, teller);
  if ('person' in given) return withLead(tellPerson(given, path, teller));
  if ('device' in given) return withLead(tellDevice(given, path, teller));
  if ('property' in given || 'properties' in given) return withLead(tellProperty(given, path, teller));
  const { trigger, webAddress, gone } = teller.speech.words;
  if ('webhook' in given)
    return withLead(
      fill(
        trigger.webhook,
        { address: word(webAddress, `${path}.webhook`, 'address') },
        { path: `${path}.webhook`, role: 'verb' },
      ),
    );
  if ('scene' in given) {
    const name = teller.names.scene(String(given['scene'])) ?? gone.scene;
    const scene = word(name, `${path}.scene`, 'scene');
    return withLead(fill(trigger.scene, { scene }, { path: `${path}.scene`, role: 'verb' }));
  }
  return withLead(unknownPart(teller, path));
}

function tellTime(time: Given, path: string, { speech }: Teller): ToldTrigger {
  const { leads } = speech.words;
  const at = word(speech.timeOfDay(String(time['at'] ?? '…')), `${path}.at`, 'time');
  return { lead: leads.at, isTime: true, pieces: onDays(at, time['days'], path, speech) };
}

function tellSun(sun: Given, path: string, { speech }: Teller): ToldTrigger {
  const { leads, sun: words } = speech.words;
  const event = sun['event'] === 'sunrise' ? words.sunrise : words.sunset;
  const offset = parseOffset(sun['offset']) ?? 0;
  const message = offset < 0 ? words.before : words.after;
  const text =
    offset === 0 ? event : fill(message, { event, offset: speech.duration(Math.abs(offset)) }).join('');
  return {
    lead: offset === 0 ? leads.sun : leads.sunOffset,
    isTime: true,
    pieces: onDays(word(text, `${path}.event`, 'time'), sun['days'], path, speech),
  };
}

function onDays(time: Piece, given: unknown, path: string, { words, onDays: daysText }: Teller['speech']) {
  const days = asList(given);
  if (days.length === 0) return fill(words.trigger.time, { time: [time] });
  return fill(words.trigger.timeOnDays, {
    time: [time],
    days: word(daysText(days), `${path}.days`, 'days'),
  });
}

function tellInterval(given: unknown, path: string, { speech }: Teller): ToldTrigger {
  const ms = parseDuration(given);
  const { lead, text } =
    ms === undefined ? { ...speech.interval(60_000), text: String(given) } : speech.interval(ms);
  return {
    lead,
    isTime: true,
    pieces: fill(speech.words.trigger.interval, { duration: word(text, path, 'duration') }),
  };
}

function tellPerson(given: Given, path: string, teller: Teller): Piece[] {
  const { trigger } = teller.speech.words;
  const kind = given['person'] === 'leaves' ? 'leaves' : 'arrives';
  const isHome = given['place'] === 'home';
  return fill(
    trigger[isHome ? (`${kind}Home` as const) : kind],
    {
      who: peopleWord(teller, given['who'], `${path}.who`, 'or'),
      place: placeWord(teller, given['place'], `${path}.place`, kind),
    },
    { path: `${path}.person`, role: 'verb' },
  );
}

function tellDevice(given: Given, path: string, teller: Teller): Piece[] {
  const { trigger } = teller.speech.words;
  const hasFor = given['for'] !== undefined;
  const kind = given['device'];
  const message =
    kind === 'silent'
      ? trigger.silent
      : kind === 'reachable'
        ? trigger[hasFor ? 'reachableFor' : 'reachable']
        : trigger[hasFor ? 'unreachableFor' : 'unreachable'];
  return fill(
    message,
    {
      device: deviceWord(teller, given['channel'], `${path}.channel`),
      duration: word(durationText(given['for'], teller.speech), `${path}.for`, 'duration'),
    },
    { path: `${path}.device`, role: 'verb' },
  );
}

const MESSAGES = {
  becomes: 'becomes',
  'stops-being': 'stopsBeing',
  'rises-above': 'risesAbove',
  'falls-below': 'fallsBelow',
} as const;

function tellProperty(given: Given, path: string, teller: Teller): Piece[] {
  const { speech } = teller;
  const { is, value } = given;
  // A yes-or-no property that stops being open is closed.
  const shown = is === 'stops-being' && typeof value === 'boolean' ? !value : value;
  const isBinary = is === 'becomes' || is === 'stops-being';
  const subject = subjectOf(given, path, teller, {
    saysProperty: (property) => isBinary && predicateFor(teller, property, shown) !== undefined,
  });
  const duration = word(durationText(given['for'], speech), `${path}.for`, 'duration');
  const holes = { device: subject.pieces, duration };
  const pieces = tellBinary(given, path, teller, { subject, shown: isBinary ? shown : undefined, holes });
  if (pieces !== undefined) return pieces;
  const { trigger } = speech.words;
  const verb = { path: `${path}.is`, role: 'verb' } as const;
  const own = given['for'] === undefined ? ownPredicate(teller, subject.property, 'triggers', is) : undefined;
  const valueWord = word(valueText(teller, value, given['unit'], subject.property), `${path}.value`, 'value');
  if (own !== undefined) {
    const predicate = { text: own.text, ...verb };
    const message = own.hasValue ? trigger.custom : trigger.customBare;
    return fill(message, { ...holes, predicate, value: valueWord });
  }
  if (is === 'changes' || is === 'reports') return fill(trigger[is], holes, verb);
  const key = Object.hasOwn(MESSAGES, String(is)) ? MESSAGES[String(is) as keyof typeof MESSAGES] : undefined;
  if (key === undefined) return unknownPart(teller, path);
  const message = trigger[given['for'] === undefined ? key : (`${key}For` as const)];
  return withLeeway(fill(message, { ...holes, value: valueWord }, verb), given, path, teller, subject);
}

function tellBinary(
  given: Given,
  path: string,
  teller: Teller,
  { subject, shown, holes }: { subject: Subject; shown: unknown; holes: Parameters<typeof fill>[1] },
): Piece[] | undefined {
  const { trigger } = teller.speech.words;
  const predicate = predicateFor(teller, subject.property, shown, subject.gender);
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
  teller: Teller,
  { property }: Subject,
): Piece[] {
  const { leeway, unit } = given;
  if (typeof leeway !== 'number' || leeway === 0) return pieces;
  const text = valueText(
    teller,
    leeway,
    unit,
    property && { ...property, controlInterfaces: plain(property) },
  );
  return fill(teller.speech.words.trigger.leeway, {
    trigger: pieces,
    leeway: word(text, `${path}.leeway`, 'value'),
  });
}

/** A difference has the unit of the property, but none of the labels of its values. */
const plain = ({ controlInterfaces }: NonNullable<Subject['property']>) =>
  controlInterfaces.map((each) => ({ ...each, config: { suffix: each.config['suffix'] } }));
