import { daysOf, isPart, warnWithoutZone } from '../compile/context.ts';
import { parseTimeOfDay } from '../duration.ts';
import { always } from '../offer.ts';
import { fillText } from '../words/history/history-wording.ts';
import { translated } from '../words/own-messages.ts';
import { isGiven, unknownPart, word } from '../words/wording.ts';
import { nested } from '../workers/form.ts';
import { onDays } from './on-days.ts';
import { type TriggerKind, whenever } from './trigger-kind.ts';

const startMessages = { time: 'because it was {time}' };

/** A time of day. */
export const time: TriggerKind = {
  startMessages,

  compile(context, part, path, base) {
    const given = isPart(part['time']) ? part['time'] : {};
    warnWithoutZone(context, path);
    const minute = parseTimeOfDay(given['at']);
    const days = daysOf(given['days']);
    if (minute === undefined)
      return context.problems.add(`${path}.time.at`, 'invalid_part', 'Use a time of day such as 07:00.');
    return { kind: 'schedule', ...base, scheduleAt: () => ({ kind: 'time', minute, days }) };
  },

  phrase(given, path, wording) {
    const { speech } = wording;
    if (!isGiven(given['time'])) return whenever(wording, unknownPart(wording, path));
    const { at, days } = given['time'];
    const text = word(speech.timeOfDay(String(at ?? '…')), `${path}.time.at`, 'time');
    return { lead: speech.words.leads.at, isTime: true, pieces: onDays(text, days, `${path}.time`, speech) };
  },

  because: ({ start, at }, { speech, history }) =>
    fillText(translated(startMessages, history.start).time, { time: speech.moment(start.since ?? at) }),

  form: nested('at', 'time', ['at', 'days']),

  offers: always('time', { part: { kind: 'time', time: { at: '07:00' } }, as: 'time-of-day' }),
};
