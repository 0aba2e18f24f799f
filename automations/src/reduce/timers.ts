import type { HomeState, Timer } from '../state.ts';
import { type Active, decided, type Reducing } from './context.ts';

/** Timers are sorted by due time, the automation's place in the home, and id (design of one order for all homes). */
function isBefore(a: Timer, b: Timer): boolean {
  if (a.due !== b.due) return a.due < b.due;
  if (a.position !== b.position) return a.position < b.position;
  return a.id < b.id;
}

function insert(timers: Timer[], timer: Timer): void {
  let [low, high] = [0, timers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = timers[middle];
    if (other !== undefined && isBefore(other, timer)) low = middle + 1;
    else high = middle;
  }
  timers.splice(low, 0, timer);
}

/** Sets a timer, in place of one with the same id. */
export function setTimer(
  context: Reducing,
  active: Active,
  { id, due, kind, of }: Pick<Timer, 'id' | 'due' | 'kind' | 'of'>,
): void {
  const { timers } = context.state;
  const earlier = timers.findIndex((timer) => timer.id === id);
  if (earlier >= 0) {
    if (timers[earlier]?.due === due) return;
    timers.splice(earlier, 1);
  }
  const automation = active.automation.id;
  insert(timers, { id, due, automation, position: context.home.positionOf(automation), kind, of });
  context.decisions.push({ type: 'timer-set', ...decided(context, active), timer: id, due });
}

/** Cancels the timers of an automation that the predicate chooses; returns whether there were any. */
export function cancelTimers(context: Reducing, active: Active, matches: (timer: Timer) => boolean): boolean {
  const { state } = context;
  const cancelled = state.timers.filter(
    (timer) => timer.automation === active.automation.id && matches(timer),
  );
  if (cancelled.length === 0) return false;
  state.timers = state.timers.filter((timer) => !cancelled.includes(timer));
  for (const { id } of cancelled)
    context.decisions.push({ type: 'timer-cancelled', ...decided(context, active), timer: id });
  return true;
}

/** Takes the next timer that is due by the time. */
export function takeDue({ timers }: HomeState, by: number): Timer | undefined {
  const [first] = timers;
  return first !== undefined && first.due <= by ? timers.shift() : undefined;
}

/** Sorts the timers again, after the order of the automations changed. */
export function sortTimers({ home, state }: Reducing): void {
  for (const timer of state.timers) timer.position = home.positionOf(timer.automation);
  state.timers.sort((a, b) => (isBefore(a, b) ? -1 : 1));
}
