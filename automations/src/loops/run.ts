import type { AbstractHome, AbstractState, PlacedAutomation } from './abstract-home.ts';
import { advance, apply, type Beginning, begin, type Simulation } from './simulation.ts';
import type { LoopPart } from './types.ts';

/** A cause from outside: a property gets a value in a region, or an automation is started. */
export type Kick =
  | { readonly property: number; readonly region: number }
  | { readonly automation: PlacedAutomation };

/** Events for each automation after which a run counts as one without end. */
const MAX_EVENTS_PER_AUTOMATION = 200;
/** A run of more steps than this is checked for states that repeat. */
const WATCHED_AFTER = 64;

/**
 * Runs the home from a state until it is at rest, and returns undefined; or returns the story of its loop:
 *
 * 1. What is written becomes an event; events are applied in their order.
 * 2. An event that makes a trigger true begins its automation, whose steps write until the first wait.
 * 3. Without an event, the next wait ends.
 * 4. A run has no end if the whole state, with all that is waiting, comes again (R. P. Brent, "An improved Monte
 *    Carlo factorization algorithm", 1980, section 2). Then the next automation that begins again tells the story.
 */
export function runUntilRest(
  home: AbstractHome,
  { values, truths }: AbstractState,
  kick: Kick,
): readonly LoopPart[] | undefined {
  const simulation: Simulation = {
    home,
    values: [...values],
    truths: [...truths],
    events: [],
    waiting: [],
    queued: new Map(),
    now: 0,
    order: 0,
    last: undefined,
  };
  if ('automation' in kick) begin(simulation, kick.automation, undefined);
  else apply(simulation, { ...kick, value: undefined }, undefined);
  return endsInLoop(simulation) ? phraseLoop(simulation) : undefined;
}

const maxEvents = ({ home }: Simulation): number => MAX_EVENTS_PER_AUTOMATION * home.automations.length;

/** Runs until nothing is left to do, and returns false; or returns true as soon as a loop is certain. */
function endsInLoop(simulation: Simulation): boolean {
  let seen = { pending: -1, state: '' };
  let seenUntil = WATCHED_AFTER;
  for (let count = 0; advance(simulation); count += 1) {
    if (count === maxEvents(simulation)) return true;
    if (count < WATCHED_AFTER) continue;
    const pending = simulation.events.length;
    // When more and more is pending, the texts of whole states would grow without bound.
    if (pending === seen.pending && snapshot(simulation) === seen.state) return true;
    if (count === seenUntil) {
      seen = { pending, state: snapshot(simulation) };
      seenUntil *= 2;
    }
  }
  return false;
}

/** Returns the whole state as a text. */
const snapshot = ({ values, truths, events, waiting, queued, now }: Simulation): string =>
  JSON.stringify([
    values,
    truths,
    events.map(({ write }) => [write.property, write.region]),
    waiting.map((due) => [
      due.at - now,
      'run' in due
        ? [due.run.beginning.automation.id, due.run.beginning.trigger, due.run.next]
        : [due.automation.id, due.trigger.id],
    ]),
    [...queued].map(([id, queue]) => [id, ...queue.map(({ trigger }) => trigger)]),
  ]);

/** Runs on until an automation begins of whose causes one comes again. */
function phraseLoop(simulation: Simulation): readonly LoopPart[] | undefined {
  let seen = simulation.last;
  for (let count = 0; count < maxEvents(simulation) && advance(simulation); count += 1) {
    const { last } = simulation;
    if (last === undefined || last === seen) continue;
    seen = last;
    const story = storyOf(last, simulation.home);
    if (story !== undefined) return story;
  }
  return undefined;
}

/** Returns the parts of the last loop in the chain of causes, or undefined if each automation is in it once. */
function storyOf(last: Beginning, home: AbstractHome): readonly LoopPart[] | undefined {
  const story: LoopPart[] = [];
  /** Maps each automation to how many parts its later beginning is from the end of the chain. */
  const seen = new Map([[last.automation.id, 0]]);
  let { at, by } = last;
  while (by !== undefined) {
    const { write, from } = by;
    const property = home.names[write.property] ?? '';
    story.unshift({ automation: from.automation.id, property, value: write.value, afterMs: at - from.at });
    const later = seen.get(from.automation.id);
    if (later !== undefined) return story.slice(0, story.length - later);
    seen.set(from.automation.id, story.length);
    ({ at, by } = from);
  }
  return undefined;
}
