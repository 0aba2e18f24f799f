import { type AbstractHome, countStates, placeHome, stateOf } from './abstract-home.ts';
import { divideByProperties } from './components.ts';
import { findRecurring } from './recurring.ts';
import { regionsOf } from './regions.ts';
import { type Kick, runUntilRest } from './run.ts';
import type { LoopAutomation, LoopCheck, LoopHome } from './types.ts';

/**
 * Maximum number of states that are tried, including input from outside. A home with more is sampled at
 * random.
 */
const MAX_TRIES = 20_000;

/**
 * Returns whether automations of a home can start each other without end:
 *
 * 1. The values of each property are divided into the regions that the automations tell apart.
 * 2. Without automations that can recur there is no loop.
 * 3. Those, and the automations that may start them, are run from each state, with each thing that can
 *    come from outside, until they are at rest. Automations without a property in common are run apart.
 *
 * The same automations always give the same answer. Loops through the world, such as a lamp that shines on its own
 * light sensor, are not found.
 */
export function findLoop({ automations, momentary }: LoopHome): LoopCheck {
  const recurring = findRecurring(automations, regionsOf({ automations, momentary }));
  if (recurring.length === 0) return { kind: 'none' };
  const groups = divideByProperties(
    automations.filter((automation) => recurring.includes(automation) || canStart(automation, recurring)),
  ).filter((group) => group.some((automation) => recurring.includes(automation)));
  const maxTries = Math.ceil(MAX_TRIES / groups.length);
  let isExhaustive = true;
  for (const group of groups) {
    const used = { automations: group, momentary };
    const home = placeHome(used, regionsOf(used));
    const kicks = kicksOf(home);
    const isSmall = countStates(home) * kicks.length <= maxTries;
    isExhaustive &&= isSmall;
    for (const [kick, state] of isSmall ? everyTry(home, kicks) : randomTries(home, kicks, maxTries)) {
      const story = runUntilRest(home, state, kick);
      if (story !== undefined) return { kind: 'loop', story };
    }
  }
  return { kind: 'possible', automations: recurring.map(({ id }) => id), isExhaustive };
}

type Try = readonly [Kick, ReturnType<typeof stateOf>];

/** Automations that cannot recur end at some point, but what they write may start the others. */
const canStart = ({ steps }: LoopAutomation, recurring: readonly LoopAutomation[]): boolean => {
  const started = new Set(
    recurring.flatMap(({ triggers }) =>
      triggers.flatMap(({ every }) => every.map(({ property }) => property)),
    ),
  );
  return steps.some((step) => 'set' in step && started.has(step.set));
};

const kicksOf = ({ automations, listeners, regions }: AbstractHome): readonly Kick[] => [
  ...automations.map((automation) => ({ automation })),
  ...listeners.flatMap((each, property) =>
    each.length === 0 ? [] : (regions[property]?.values ?? []).map((_, region) => ({ property, region })),
  ),
];

function* everyTry(home: AbstractHome, kicks: readonly Kick[]): Generator<Try> {
  for (let number = 0; number < countStates(home); number += 1) {
    let rest = number;
    const state = stateOf(home, (count) => {
      const chosen = rest % count;
      rest = Math.floor(rest / count);
      return chosen;
    });
    for (const kick of kicks) yield [kick, state];
  }
}

function* randomTries(home: AbstractHome, kicks: readonly Kick[], count: number): Generator<Try> {
  let seed = 1;
  // Park and Miller's generator, "Random number generators: good ones are hard to find", 1988.
  const choose = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let number = 0; number < count; number += 1) {
    const kick = kicks[choose(kicks.length)];
    if (kick !== undefined) yield [kick, stateOf(home, choose)];
  }
}
