import type { Piece } from '../words/clauses.ts';
import { fill } from '../words/message.ts';
import { asList, type Wording, word } from '../words/wording.ts';

/** Returns a time with the days on which it counts, if it names some. */
export function onDays(
  time: Piece,
  given: unknown,
  path: string,
  { words, onDays: daysText }: Wording['speech'],
): Piece[] {
  const days = asList(given);
  if (days.length === 0) return fill(words.trigger.time, { time: [time] });
  return fill(words.trigger.timeOnDays, {
    time: [time],
    days: word(daysText(days), `${path}.days`, 'days'),
  });
}
