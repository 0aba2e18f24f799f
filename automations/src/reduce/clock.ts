import type { ClockInput } from '../input.ts';
import type { AutomationState, HomeState, Timer } from '../state.ts';
import { activeOf, type Reducing } from './context.ts';
import { moveWrites } from './last-writes.ts';
import { plan } from './schedules.ts';
import { sortTimers } from './timers.ts';

/**
 * Follows a clock that was set. What counts elapsed time is moved with it, so that it lasts as long as it should. What
 * follows the time of the day is planned again: going back, from the new time; going ahead, the dates that were skipped
 * are still to be fired or missed, for which `fireSkipped` follows.
 */
export function setClock(context: Reducing, { at, from }: ClockInput): void {
  const { home, state } = context;
  const shift = at - from;
  state.clocks = (state.clocks ?? 0) + 1;
  moveTimes(state, shift);
  for (const timer of state.timers) if (!isTimeOfDay(context, timer)) timer.due += shift;
  sortTimers(context);
  // Until the dates that were skipped have been handled, it is the time before them.
  state.at = Math.min(at, from);
  if (shift > 0) return;
  for (const { id } of home.automations) {
    const active = activeOf(context, id);
    for (const trigger of active?.automation.triggers ?? [])
      if (active && trigger.kind === 'schedule') plan(context, active, trigger, at);
  }
}

/** Returns whether a timer is due at a time of the day, and not after a duration. */
function isTimeOfDay({ home }: Reducing, { automation, kind, of, due }: Timer): boolean {
  if (kind !== 'schedule') return false;
  const trigger = home.automation(automation)?.triggers.find(({ id }) => id === of);
  return trigger?.kind === 'schedule' && trigger.scheduleAt(due).kind !== 'every';
}

function moveTimes(state: HomeState, shift: number): void {
  for (const value of Object.values(state.values)) {
    value.since += shift;
    value.reported += shift;
  }
  moveWrites(state, shift);
  state.steps.from += shift;
  for (const automation of Object.values(state.automations)) moveAutomation(automation, shift);
}

function moveAutomation(automation: AutomationState, shift: number): void {
  if (automation.ranAt !== null) automation.ranAt += shift;
  automation.minute.from += shift;
  automation.hour.from += shift;
  for (const truth of Object.values(automation.truths)) truth.since += shift;
}
