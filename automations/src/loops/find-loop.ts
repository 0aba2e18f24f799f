import { type AbstractHome, countStates, placeHome, stateOf } from './abstract-home.ts';
import { judge, type Regions, regionsOf, testsOfAutomation } from './regions.ts';
import { type Kick, runUntilRest } from './run.ts';
import type { LoopAutomation, LoopCheck, LoopHome, LoopTest, LoopTrigger } from './types.ts';

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

/** Returns the properties that the automation depends on or sets. */
const propertiesOf = (automation: LoopAutomation): readonly string[] => [
  ...testsOfAutomation(automation).map(({ property }) => property),
  ...automation.steps.flatMap((step) => ('set' in step ? [step.set] : [])),
];

/** Divides automations into groups that have no property in common. Each keeps the order of the automations. */
function divideByProperties(automations: readonly LoopAutomation[]): readonly (readonly LoopAutomation[])[] {
  let groups: { automations: readonly LoopAutomation[]; properties: readonly string[] }[] = [];
  for (const automation of automations) {
    const properties = propertiesOf(automation);
    const joined = groups.filter((group) => group.properties.some((each) => properties.includes(each)));
    groups = [
      ...groups.filter((group) => !joined.includes(group)),
      {
        automations: [...joined.flatMap((group) => group.automations), automation],
        properties: [...joined.flatMap((group) => group.properties), ...properties],
      },
    ];
  }
  return groups.map((group) => automations.filter((each) => group.automations.includes(each)));
}

/**
 * Returns the automations that can begin again and again without anything from outside: the greatest set of which each
 * automation has a trigger that some automation of the set makes true and some automation of the set makes false again.
 */
function findRecurring(
  automations: readonly LoopAutomation[],
  regions: ReadonlyMap<string, Regions>,
): readonly LoopAutomation[] {
  let set = automations;
  for (;;) {
    const written = writtenBy(set, regions);
    const next = set.filter(({ triggers }) => triggers.some((each) => canRecur(each, written, regions)));
    if (next.length === set.length) return set;
    set = next;
  }
}

/** Returns the regions of each property that some of the automations set. */
function writtenBy(automations: readonly LoopAutomation[], regions: ReadonlyMap<string, Regions>) {
  const written = new Map<string, Set<number>>();
  for (const step of automations.flatMap(({ steps }) => steps)) {
    if (!('set' in step)) continue;
    const into = written.get(step.set) ?? new Set();
    written.set(step.set, into.add(regions.get(step.set)?.regionOf(step.value) ?? 0));
  }
  return written;
}

function canRecur(
  { every }: LoopTrigger,
  written: ReadonlyMap<string, ReadonlySet<number>>,
  regions: ReadonlyMap<string, Regions>,
): boolean {
  const truths = every.map((test) => truthsOf(test, written, regions));
  return truths.some((each) => each.has(true)) && truths.some((each) => each.has(false));
}

/** Returns the results that the test may have after a write. */
function truthsOf(
  test: LoopTest,
  written: ReadonlyMap<string, ReadonlySet<number>>,
  regions: ReadonlyMap<string, Regions>,
): ReadonlySet<boolean | undefined> {
  const of = regions.get(test.property);
  const into = [...(written.get(test.property) ?? [])];
  const truths = new Set(into.map((region) => judge(test, of?.values[region])));
  if (test.is === 'changes' && into.length > 1) truths.add(false);
  // A report ends immediately, so the next one counts again.
  if (truths.has(true) && (of?.isMomentary === true || test.retriggers === true || test.is === 'reports'))
    truths.add(false);
  return truths;
}
