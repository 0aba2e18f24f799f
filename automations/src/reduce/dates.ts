import type { CompiledTrigger } from '../compiled.ts';
import type { AutomationState } from '../state.ts';

/**
 * How many dates a schedule remembers. More would keep it silent for weeks after a clock that was ahead for weeks; with
 * fewer, a clock that jumps to and fro would fire twice for a date.
 */
const MAX_DATES = 8;

type Schedule = Pick<CompiledTrigger, 'id' | 'signature'>;

/** An edited trigger is another schedule. Switching the automation off and on is no edit. */
const keyOf = ({ id, signature }: Schedule): string => `${id} ${signature}`;

/** Returns the last dates for which the schedule fired. */
export const firedDates = ({ dates }: AutomationState, trigger: Schedule): readonly number[] =>
  dates?.[keyOf(trigger)] ?? [];

export function rememberDate(own: AutomationState, trigger: Schedule, date: number): void {
  own.dates ??= {};
  own.dates[keyOf(trigger)] = [...firedDates(own, trigger), date].slice(-MAX_DATES);
}

/** Forgets the dates of triggers that are gone or edited. */
export function forgetDates(own: AutomationState, triggers: readonly Schedule[]): void {
  if (!own.dates) return;
  const kept = new Set(triggers.map(keyOf));
  own.dates = Object.fromEntries(Object.entries(own.dates).filter(([key]) => kept.has(key)));
}
