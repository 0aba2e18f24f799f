import type { Braked } from '../decision.ts';
import type { Window } from '../state.ts';
import { type Active, decided, type Reducing } from './context.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const MAX_CHAIN = 16;
/** The same automation may begin so often in one chain of causes. */
const MAX_REPEATS = 2;
const MAX_RUNS_PER_MINUTE = 60;
const MAX_RUNS_PER_HOUR = 1000;
const MAX_STEPS_PER_MINUTE = 2_000;

/** Counts one more in the window that `at` belongs to; returns whether it is more than allowed. */
function exceeds(window: Window, at: number, lengthMs: number, limit: number): boolean {
  if (at - window.from >= lengthMs) {
    window.from = at;
    window.count = 0;
  }
  window.count += 1;
  return window.count > limit;
}

type Reason = Pick<Braked, 'why' | 'limit'>;

/** Returns why the automation must not run again: its chain of causes, or how often it ran. */
export function reasonToGuard(
  { state }: Reducing,
  { automation, own }: Active,
  chain: readonly string[],
): Reason | undefined {
  const repeats = chain.filter((id) => id === automation.id).length;
  if (chain.length >= MAX_CHAIN || repeats >= MAX_REPEATS)
    return { why: 'chain', limit: repeats >= MAX_REPEATS ? MAX_REPEATS : MAX_CHAIN };
  if (exceeds(own.minute, state.at, MINUTE_MS, MAX_RUNS_PER_MINUTE))
    return { why: 'runs-per-minute', limit: MAX_RUNS_PER_MINUTE };
  if (exceeds(own.hour, state.at, HOUR_MS, MAX_RUNS_PER_HOUR))
    return { why: 'runs-per-hour', limit: MAX_RUNS_PER_HOUR };
  return undefined;
}

/** Counts a step of the home; returns why the automation must be stopped. */
export const reasonToGuardStep = ({ state }: Reducing): Reason | undefined =>
  exceeds(state.steps, state.at, MINUTE_MS, MAX_STEPS_PER_MINUTE)
    ? { why: 'steps-per-minute', limit: MAX_STEPS_PER_MINUTE }
    : undefined;

/** Records that the automation is stopped until a person switches it on again or edits it. */
export function brake(context: Reducing, active: Active, reason: Reason, chain: readonly string[]): void {
  active.own.isBraked = true;
  context.decisions.push({
    type: 'braked',
    ...decided(context, active),
    ...reason,
    chain: [...chain, active.automation.id],
  });
}
