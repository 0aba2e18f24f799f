import { parseDuration, parseOffset } from '../duration.ts';
import { WEEKDAYS, type Weekday } from '../weekdays.ts';
import type { LanguageWords } from './language.ts';
import type { DurationUnit, Interval } from './vocabulary.ts';

export type SpeechOptions = {
  /** BCP 47, for numbers, times and lists; that of the language if absent. */
  readonly locale?: string;
  /** The default is 24. */
  readonly hourFormat?: 12 | 24;
  /** IANA time zone of the home; only for moments, UTC if absent. */
  readonly zone?: string;
};

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** The words of a language with the formats of its reader. */
export type Speech = {
  readonly words: LanguageWords;
  readonly number: (value: number) => string;
  /** Joins texts as in `A, B and C` or `A, B or C`. */
  readonly list: (texts: readonly string[], type: 'and' | 'or') => string;
  readonly duration: (ms: number) => string;
  readonly interval: (ms: number) => Interval;
  /** Formats a time such as `06:30`. */
  readonly timeOfDay: (text: string) => string;
  /** Returns, for example, `on weekdays` or `on Mondays and Fridays`. */
  readonly onDays: (days: readonly unknown[]) => string;
  /** Returns, for example, `a weekday` or `Monday or Friday`. */
  readonly anyDay: (days: readonly unknown[]) => string;
  /** Returns the time in the home's zone, with the date unless it is that of `reference`. */
  readonly moment: (at: number, reference?: number) => string;
  /** Capitalizes the first letter. */
  readonly capital: (text: string) => string;
};

/** Returns the language with the formats of its reader. Reuse it: creating formats is slow. */
export function createSpeech(words: LanguageWords, options: SpeechOptions = {}): Speech {
  const { locale = words.language, hourFormat = 24, zone = 'UTC' } = options;
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const lists = {
    and: new Intl.ListFormat(locale, { type: 'conjunction' }),
    or: new Intl.ListFormat(locale, { type: 'disjunction' }),
  };
  const hours =
    hourFormat === 12
      ? ({ hour: 'numeric', hourCycle: 'h12' } as const)
      : ({ hour: '2-digit', hourCycle: 'h23' } as const);
  const clock = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, { ...hours, minute: '2-digit', timeZone });
  const [times, localTimes] = [clock('UTC'), clock(zone)];
  const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: zone });
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const list: Speech['list'] = (texts, type) => lists[type].format(texts);
  return {
    words,
    number: (value) => numbers.format(value),
    list,
    duration: (ms) =>
      list(
        amountsOf(ms).map(([count, unit]) => amount(count, unit, locale)),
        'and',
      ),
    interval: (ms) => intervalOf(ms, words, (count, unit) => amount(count, unit, locale), list),
    timeOfDay: (text) => {
      const [hour = 0, minute = 0] = text.split(':').map(Number);
      const at = Date.UTC(2000, 0, 1, hour, minute);
      return Number.isNaN(at) ? text : times.format(at);
    },
    onDays(days) {
      const known = knownDays(days);
      const kind = kindOf(known);
      if (kind !== undefined) return words.days[kind];
      return fillDays(
        words.days.list,
        list(
          known.map((day) => words.days.each[day]),
          'and',
        ),
      );
    },
    anyDay(days) {
      const known = knownDays(days);
      const kind = kindOf(known);
      if (kind !== undefined) return words.days[`is${kind}`];
      // 2000-01-03 was a Monday.
      const names = known.map((day) => weekdays.format(Date.UTC(2000, 0, 3 + WEEKDAYS.indexOf(day))));
      return list(names, 'or');
    },
    moment(at, reference = at) {
      const time = localTimes.format(at);
      const date = dates.format(at);
      return date === dates.format(reference) ? time : `${date}, ${time}`;
    },
    capital: (text) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1),
  };
}

const fillDays = (message: string, days: string) => message.replace('{days}', () => days);

function amount(count: number, unit: DurationUnit, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

function amountsOf(ms: number): [count: number, unit: DurationUnit][] {
  let rest = Math.round(ms / 1000) * 1000;
  const amounts = UNITS.flatMap(([unit, size]): [number, DurationUnit][] => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [[count, unit]];
  });
  return amounts.length === 0 ? [[0, 'second']] : amounts;
}

function intervalOf(
  ms: number,
  { each }: LanguageWords,
  format: (count: number, unit: DurationUnit) => string,
  list: Speech['list'],
): Interval {
  const amounts = amountsOf(ms);
  const [[count, unit] = [1, 'second'] as const] = amounts;
  const { many, one } = each[unit];
  if (count === 1 && amounts.length === 1) return one;
  return {
    lead: many,
    text: list(
      amounts.map(([number, of]) => format(number, of)),
      'and',
    ),
  };
}

const knownDays = (days: readonly unknown[]): Weekday[] => WEEKDAYS.filter((day) => days.includes(day));

function kindOf(days: readonly Weekday[]): 'Weekday' | 'Weekend' | 'Daily' | undefined {
  if (days.length === 0 || days.length === WEEKDAYS.length) return 'Daily';
  const isWeekend = (day: Weekday) => day === 'sa' || day === 'su';
  if (days.length === 5 && !days.some(isWeekend)) return 'Weekday';
  return days.length === 2 && days.every(isWeekend) ? 'Weekend' : undefined;
}

/** Returns the text of a duration or offset of a definition; the text itself if it is none. */
export function durationText(text: unknown, speech: Speech): string {
  const ms = parseDuration(text) ?? parseOffset(text);
  return ms === undefined ? String(text ?? '…') : speech.duration(Math.abs(ms));
}
