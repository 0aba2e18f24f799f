import { daysOf, isPart, warnWithoutZone } from '../compile/context.ts';
import { parseTimeOfDay } from '../duration.ts';
import { always } from '../offer.ts';
import type { Piece } from '../words/clauses.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { asList, type Given, isGiven, unknownPart, type Wording, word } from '../words/wording.ts';
import { nested } from '../workers/form.ts';
import type { ConditionKind } from './condition-kind.ts';

const messages = {
  between: 'it is between {from} and {to}',
  betweenOnDays: 'it is between {from} and {to} {days}',
  after: 'it is after {from}',
  afterOnDays: 'it is after {from} {days}',
  before: 'it is before {to}',
  beforeOnDays: 'it is before {to} {days}',
  onDays: 'it is {days}',
};

/** A window of the day. */
export const time: ConditionKind = {
  messages,

  compile({ context, collected, id }, part, path) {
    const given = isPart(part['time']) ? part['time'] : {};
    const from = given['from'] === undefined ? 0 : parseTimeOfDay(given['from']);
    const to = given['to'] === undefined ? 0 : parseTimeOfDay(given['to']);
    if (from === undefined || to === undefined)
      return context.problems.add(`${path}.time`, 'invalid_part', 'Use times of day such as 22:00.');
    warnWithoutZone(context, path);
    const window = { from, to, days: daysOf(given['days']) };
    collected.dependsOnTime = true;
    return ({ calendar, at }, verdicts) => {
      const is = calendar.isWithin(window, at);
      verdicts.push({ id, is, value: at });
      return is;
    };
  },

  phrase: (given, path, wording) =>
    isGiven(given['time'])
      ? phraseWindow(given['time'], `${path}.time`, wording)
      : unknownPart(wording, path),

  form: { ...nested('between', 'time', ['from', 'to', 'days']), words: ['between', 'weekday-is'] },

  offers: always(
    'time',
    { part: { kind: 'time', time: { from: '22:00', to: '06:00' } }, as: 'time-window' },
    { part: { kind: 'time', time: { days: ['mo', 'tu', 'we', 'th', 'fr'] } }, as: 'some-days' },
  ),
};

function phraseWindow(time: Given, path: string, { speech }: Wording): Piece[] {
  const condition = translated(messages, speech.words.condition);
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
