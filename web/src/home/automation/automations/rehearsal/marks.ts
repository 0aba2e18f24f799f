import type { Rehearsal, RehearsedRun } from '@azulejo/contract';
import { toTime } from '../../../../design/when.tsx';

const MINUTES_PER_DAY = 1_440;

/** Describes what would have happened at a moment: a run, or a trigger that would not have started one. */
export type Moment = { readonly at: number; readonly day: string; readonly minute: number } & (
  | { readonly kind: 'run'; readonly run: RehearsedRun }
  | { readonly kind: 'miss'; readonly text: string }
);

/** One or more moments that are shown as one mark, at the place of the first one. */
export type Mark = { readonly id: string; readonly minute: number; readonly moments: readonly Moment[] };

/** A part of a day, in minutes of its clock. */
export type Span = { readonly from: number; readonly to: number };

export type Row = {
  readonly date: string;
  readonly runs: number;
  readonly marks: readonly Mark[];
  /** When the sun was up; undefined for a home without a place. */
  readonly sun: Span | undefined;
  /** Marks the time that was not examined, because it was before or is after. */
  readonly unseen: readonly Span[];
  /** Marks the time of which there is no record. */
  readonly gaps: readonly Span[];
};

/** The date and the minute of the day that a clock of the home showed. */
export type LocalMoment = { readonly day: string; readonly minute: number };

/** Returns what turns times into those of a zone. */
export function clockOf(timeZone: string): (at: number) => LocalMoment {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
    return {
      day: `${of('year')}-${of('month')}-${of('day')}`,
      minute: Number(of('hour')) * 60 + Number(of('minute')),
    };
  };
}

/** Returns all moments of a rehearsal, oldest first. */
function momentsOf({ runs, misses, timezone }: Rehearsal): Moment[] {
  const clock = clockOf(timezone);
  const placed = (timestamp: string) => {
    const at = toTime(timestamp);
    return { at, ...clock(at) };
  };
  return [
    ...runs.map((run): Moment => ({ ...placed(run.at), kind: 'run', run })),
    ...misses.flatMap(({ last }) =>
      last.map(({ at, text }): Moment => ({ ...placed(at), kind: 'miss', text })),
    ),
  ].toSorted((one, other) => one.at - other.at);
}

/** Returns the days of a rehearsal, oldest first. Moments that are nearer than `apart` minutes are one mark. */
export function rowsOf(rehearsal: Rehearsal, apart: number): Row[] {
  const { days, coverage, timezone } = rehearsal;
  const clock = clockOf(timezone);
  const moments = momentsOf(rehearsal);
  const partOf = (date: string, from: string, to: string): Span[] => {
    const span = { from: minuteOn(date, clock(toTime(from))), to: minuteOn(date, clock(toTime(to))) };
    return span.to > span.from ? [span] : [];
  };
  return days.map(({ date, runs, sun }) => {
    const seen = partOf(date, coverage.from, coverage.to)[0] ?? { from: 0, to: 0 };
    return {
      date,
      runs,
      marks: cluster(
        moments.filter(({ day }) => day === date),
        apart,
      ),
      sun: sun && (partOf(date, sun.up, sun.down)[0] ?? { from: 0, to: 0 }),
      unseen: [
        { from: 0, to: seen.from },
        { from: seen.to, to: MINUTES_PER_DAY },
      ].filter(({ from, to }) => to > from),
      gaps: coverage.gaps.flatMap(({ from, to }) => partOf(date, from, to)),
    };
  });
}

/** Returns a moment as a minute of a day: its beginning or its end for a moment of another day. */
function minuteOn(date: string, { day, minute }: LocalMoment): number {
  if (day < date) return 0;
  return day > date ? MINUTES_PER_DAY : minute;
}

function cluster(moments: readonly Moment[], apart: number): Mark[] {
  const marks: { id: string; minute: number; moments: Moment[] }[] = [];
  for (const moment of moments) {
    const last = marks.at(-1);
    if (last && moment.minute - last.minute < apart) last.moments.push(moment);
    else marks.push({ id: `${moment.day} ${moment.at}`, minute: moment.minute, moments: [moment] });
  }
  return marks;
}

export const percentOfDay = (minute: number): string => `${(minute / MINUTES_PER_DAY) * 100}%`;

export { MINUTES_PER_DAY };
