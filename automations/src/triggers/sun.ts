import { daysOf, isPart } from '../compile/context.ts';
import { parseOffset } from '../duration.ts';
import { always } from '../offer.ts';
import { textOf } from '../words/clauses.ts';
import { fillText } from '../words/history/history-wording.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { isGiven, unknownPart, word } from '../words/wording.ts';
import { nested } from '../workers/form.ts';
import { onDays } from './on-days.ts';
import { type PhrasedTrigger, type TriggerKind, whenever } from './trigger-kind.ts';

const eventOf = (event: unknown) => (event === 'sunrise' ? 'sunrise' : 'sunset');

const phrase: TriggerKind['phrase'] = (given, path, wording): PhrasedTrigger => {
  const { speech } = wording;
  const shown = given['sun'];
  if (!isGiven(shown)) return whenever(wording, unknownPart(wording, path));
  const { leads, sun: words } = speech.words;
  const event = words[eventOf(shown['event'])];
  const offset = parseOffset(shown['offset']) ?? 0;
  const message = offset < 0 ? words.before : words.after;
  const text =
    offset === 0 ? event : fill(message, { event, offset: speech.duration(Math.abs(offset)) }).join('');
  return {
    lead: offset === 0 ? leads.sun : leads.sunOffset.replace('{time}', '').trim(),
    isTime: true,
    pieces: onDays(word(text, `${path}.sun.event`, 'time'), shown['days'], `${path}.sun`, speech),
  };
};

const startMessages = {
  sunrise: 'because the sun rose at {time}',
  sunset: 'because the sun set at {time}',
  nearSun: 'because it was {what} ({time})',
};

/** A time that depends on the sun. */
export const sun: TriggerKind = {
  startMessages,

  compile({ facts, problems }, part, path, base) {
    if (!facts.hasPosition)
      return problems.add(path, 'no_position', 'Say where home is, for the times of the sun.');
    const given = isPart(part['sun']) ? part['sun'] : {};
    const offsetMs = given['offset'] === undefined ? 0 : parseOffset(given['offset']);
    const days = daysOf(given['days']);
    const event = eventOf(given['event']);
    if (offsetMs === undefined)
      return problems.add(`${path}.sun.offset`, 'invalid_duration', 'Use at most 12 hours, such as -PT15M.');
    return { kind: 'schedule', ...base, scheduleAt: () => ({ kind: 'sun', event, offsetMs, days }) };
  },

  phrase,

  because({ trigger, path, time }, wording) {
    const start = translated(startMessages, wording.history.start);
    const given = isGiven(trigger['sun']) ? trigger['sun'] : {};
    const event = eventOf(given['event']);
    const { offset } = given;
    if ((parseOffset(offset) ?? 0) === 0) return fillText(start[event], { time });
    const { pieces } = phrase({ sun: { event, offset } }, path, wording);
    return fillText(start.nearSun, { what: textOf(pieces), time });
  },

  form: nested('sun', 'sun', ['event', 'offset', 'days']),

  offers: always(
    'time',
    { part: { kind: 'sun', sun: { event: 'sunset' } } },
    { part: { kind: 'sun', sun: { event: 'sunrise' } } },
  ),
};
