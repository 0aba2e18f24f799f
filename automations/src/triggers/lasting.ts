import { fillText, type HistoryWording } from '../words/history/history-wording.ts';
import { durationText } from '../words/speech.ts';
import type { Given } from '../words/wording.ts';

/** Adds how long it had been so, for a trigger with `for`. */
export function lasting(because: string, trigger: Given, { speech, history }: HistoryWording): string {
  if (trigger['for'] === undefined) return because;
  return fillText(history.start.lasting, { because, duration: durationText(trigger['for'], speech) });
}
