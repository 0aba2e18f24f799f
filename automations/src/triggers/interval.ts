import { durationOf } from '../compile/context.ts';
import { parseDuration } from '../duration.ts';
import { always } from '../offer.ts';
import { fillText } from '../words/history/history-wording.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { word } from '../words/wording.ts';
import { single } from '../workers/form.ts';
import type { TriggerKind } from './trigger-kind.ts';

const messages = { interval: '{duration}' };
const startMessages = { interval: 'because it runs {interval} ({time})' };

/** At regular intervals. */
export const interval: TriggerKind = {
  messages,
  startMessages,

  compile(context, part, path, base) {
    const periodMs = durationOf(context, part['every'], `${path}.every`);
    if (periodMs === undefined) return undefined;
    return { kind: 'schedule', ...base, scheduleAt: (since) => ({ kind: 'every', periodMs, since }) };
  },

  phrase({ every }, path, { speech }) {
    const ms = parseDuration(every);
    const { lead, text } =
      ms === undefined ? { ...speech.interval(60_000), text: String(every) } : speech.interval(ms);
    const duration = word(text, `${path}.every`, 'duration');
    return {
      lead,
      isTime: true,
      pieces: fill(translated(messages, speech.words.trigger).interval, { duration }),
    };
  },

  because({ trigger, time }, { speech, history }) {
    const { lead, text } = speech.interval(parseDuration(trigger['every']) ?? 0);
    return fillText(translated(startMessages, history.start).interval, { interval: `${lead} ${text}`, time });
  },

  form: single('every', 'interval', 'every', 'time'),

  offers: always('time', { part: { kind: 'interval', every: 'PT15M' }, as: 'again-and-again' }),
};
