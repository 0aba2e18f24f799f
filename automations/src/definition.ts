/** Reads and completes definitions, without compiling them: for editors in browsers. */
export { parseDuration, parseOffset } from './duration.ts';
export { withPartIds } from './part-ids.ts';
export { WEEKDAYS, type Weekday } from './weekdays.ts';
