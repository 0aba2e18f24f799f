import { parseDuration, parseOffset } from '../duration.ts';
import type { Piece } from './clauses.ts';
import { fill } from './message.ts';
import { ownPredicate, predicateFor } from './predicate.ts';
import { durationText } from './speech.ts';
import { type Subject, subjectOf } from './subject.ts';
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

/** A trigger without the word that begins it, such as `when` or `at`. */
export type PhrasedTrigger = {
  readonly lead: string;
  readonly pieces: readonly Piece[];
  readonly isTime: boolean;
};

export function phraseTrigger(given: unknown, path: string, wording: Wording): PhrasedTrigger {
  const { leads } = wording.speech.words;
  const withLead = (pieces: readonly Piece[]) => ({ lead: leads.when, pieces, isTime: false });
  if (!isGiven(given)) return withLead(unknownPart(wording, path));
  const { kind } = given;
  if (kind === 'time' && isGiven(given['time'])) return phraseTime(given['time'], `${path}.time`, wording);
  if (kind === 'sun' && isGiven(given['sun'])) return phraseSun(given['sun'], `${path}.sun`, wording);
  if (kind === 'interval') return phraseInterval(given['every'], `${path}.every`, wording);
  if (kind === 'person') return withLead(phrasePerson(given, path, wording));
  if (kind === 'device') return withLead(phraseDevice(given, path, wording));
  const { trigger, webAddress, gone } = wording.speech.words;
  if (kind === 'property') {
    const pieces = phraseProperty(given, path, wording);
    return withLead(given['retrigger'] === true ? fill(trigger.again, { trigger: pieces }) : pieces);
  }
  if (kind === 'webhook')
    return withLead(
      fill(
        trigger.webhook,
        { address: word(webAddress, `${path}.webhook`, 'address') },
        { path: `${path}.webhook`, role: 'verb' },
      ),
    );
  if (kind === 'scene') {
    const name = wording.names.scene(String(given['scene'])) ?? gone.scene;
    const scene = word(name, `${path}.scene`, 'scene');
    return withLead(fill(trigger.scene, { scene }, { path: `${path}.scene`, role: 'verb' }));
  }
  return withLead(unknownPart(wording, path));
}

function phraseTime(time: Given, path: string, { speech }: Wording): PhrasedTrigger {
  const { leads } = speech.words;
  const at = word(speech.timeOfDay(String(time['at'] ?? '…')), `${path}.at`, 'time');
  return { lead: leads.at, isTime: true, pieces: onDays(at, time['days'], path, speech) };
}

function phraseSun(sun: Given, path: string, { speech }: Wording): PhrasedTrigger {
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

function onDays(time: Piece, given: unknown, path: string, { words, onDays: daysText }: Wording['speech']) {
  const days = asList(given);
  if (days.length === 0) return fill(words.trigger.time, { time: [time] });
  return fill(words.trigger.timeOnDays, {
    time: [time],
    days: word(daysText(days), `${path}.days`, 'days'),
  });
}

function phraseInterval(given: unknown, path: string, { speech }: Wording): PhrasedTrigger {
  const ms = parseDuration(given);
  const { lead, text } =
    ms === undefined ? { ...speech.interval(60_000), text: String(given) } : speech.interval(ms);
  return {
    lead,
    isTime: true,
    pieces: fill(speech.words.trigger.interval, { duration: word(text, path, 'duration') }),
  };
}

function phrasePerson(given: Given, path: string, wording: Wording): Piece[] {
  const { trigger } = wording.speech.words;
  const kind = given['person'] === 'leaves' ? 'leaves' : 'arrives';
  const isHome = given['place'] === 'home';
  return fill(
    trigger[isHome ? (`${kind}Home` as const) : kind],
    {
      who: peopleWord(wording, given['who'], `${path}.who`, 'or'),
      place: placeWord(wording, given['place'], `${path}.place`, kind),
    },
    { path: `${path}.person`, role: 'verb' },
  );
}

function phraseDevice(given: Given, path: string, wording: Wording): Piece[] {
  const { trigger } = wording.speech.words;
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
      device: deviceWord(wording, given['channel'], `${path}.channel`),
      duration: word(durationText(given['for'], wording.speech), `${path}.for`, 'duration'),
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

function phraseProperty(given: Given, path: string, wording: Wording): Piece[] {
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
  const { trigger } = speech.words;
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
  const { trigger } = wording.speech.words;
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
  return fill(wording.speech.words.trigger.leeway, {
    trigger: pieces,
    leeway: word(text, `${path}.leeway`, 'value'),
  });
}

/** Returns the controls without the labels of values: a difference has only the unit of its property. */
const plain = ({ controlInterfaces }: NonNullable<Subject['property']>) =>
  controlInterfaces.map((each) => ({ ...each, config: { suffix: each.config['suffix'] } }));
