import { nextOf, type Occurrence, type ScheduleTrigger } from './schedule/next.ts';
import { type HomeTime, isSunUp } from './schedule/sun.ts';
import { isWithin, type TimeWindow } from './schedule/window.ts';

/** The clock and the sun of a home as functions of time. They do not read the current time. */
export type Calendar = {
  /** Returns the first occurrence after a time, on another date than those; undefined if there is none. */
  readonly next: (
    trigger: ScheduleTrigger,
    after: number,
    fired?: readonly number[],
  ) => Occurrence | undefined;
  readonly isWithin: (window: TimeWindow, at: number) => boolean;
  /** Undefined for a home without a position. */
  readonly isSunUp: (at: number) => boolean | undefined;
};

export const createCalendar = (time: HomeTime): Calendar => ({
  next: (trigger, after, fired) => nextOf(trigger, after, time, fired),
  isWithin: (window, at) => isWithin(window, at, time),
  isSunUp: (at) => isSunUp(time, at),
});
