import { broken, type Finding, ok } from './check.ts';

export type AutomationsState = { readonly homesWithTimers: number; readonly behindMs: number };

const CHECK = 'Automations';
/** Automations read new events immediately, and timers fire within a second. */
const BEHIND_MS = 60_000;

/** Checks whether a home's automations have new events, or a due timer, that they have not processed. */
export function checkAutomations({ homesWithTimers, behindMs }: AutomationsState): Finding {
  if (behindMs <= BEHIND_MS) return ok(CHECK, `up to date; homes with timers: ${homesWithTimers}`);
  return broken(
    CHECK,
    `automations of at least one home have been due for ${Math.round(behindMs / 1000)} seconds`,
    'see the log for "automations could not be run"; they will be retried automatically',
  );
}
