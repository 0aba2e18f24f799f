import type { Start } from '../../decision.ts';
import { triggerKindOf } from '../../triggers/index.ts';
import { fillText, type HistoryWording, triggerOf } from './history-wording.ts';

/**
 * Returns why a run began, such as `because motion was seen at 23:14`. `at` is when it began, and `by` the automation
 * that ran it, of a play that was a step of another one.
 */
export function describeStart(start: Start, at: number, wording: HistoryWording, by?: string): string {
  const { names, speech, history } = wording;
  const { start: messages } = history;
  const time = speech.moment(start.since ?? at, at);
  if (start.by === 'play') {
    if (by === undefined) return fillText(messages.play, { time });
    return fillText(messages.automation, {
      automation: names.automation(by) ?? speech.words.gone.automation,
      time,
    });
  }
  const found = triggerOf(wording, start.trigger);
  if (found === undefined) return fillText(messages.other, { time });
  const { trigger, path } = found;
  const cause = { start, trigger, path, at, time };
  return triggerKindOf(trigger)?.because(cause, wording) ?? fillText(messages.other, { time });
}
