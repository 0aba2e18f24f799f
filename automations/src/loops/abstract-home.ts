import { judge, type Regions } from './regions.ts';
import type { LoopAutomation, LoopCondition, LoopHome, LoopTest } from './types.ts';

/** One test of a trigger with its place among the truths of a state. */
type PlacedTest = { readonly test: LoopTest; readonly index: number };
export type PlacedTrigger = {
  readonly tests: readonly PlacedTest[];
  readonly forMs: number;
  readonly id: string;
};
export type PlacedAutomation = LoopAutomation & { readonly placed: readonly PlacedTrigger[] };

/** The home as it is run: its properties by their place in a state. */
export type AbstractHome = {
  readonly automations: readonly PlacedAutomation[];
  readonly names: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly regions: readonly Regions[];
  /** The tests with a leeway: their results within it are part of a state. */
  readonly lenient: readonly PlacedTest[];
  readonly testCount: number;
  /** The triggers that a property belongs to, in the home's order. */
  readonly listeners: readonly (readonly {
    readonly automation: PlacedAutomation;
    readonly trigger: PlacedTrigger;
  }[])[];
};

/** The region of each property, and what each test of a trigger is. */
export type AbstractState = { readonly values: readonly number[]; readonly truths: readonly boolean[] };

export function placeHome({ automations }: LoopHome, byName: ReadonlyMap<string, Regions>): AbstractHome {
  const names = [...byName.keys()];
  let testCount = 0;
  const placed = automations.map((automation) => ({
    ...automation,
    placed: automation.triggers.map(({ id, every, forMs }, index) => ({
      id: id ?? `${automation.id} ${index}`,
      forMs: forMs ?? 0,
      tests: every.map((test) => {
        testCount += 1;
        return { test, index: testCount - 1 };
      }),
    })),
  }));
  const all = placed.flatMap((automation) => automation.placed.map((trigger) => ({ automation, trigger })));
  return {
    automations: placed,
    names,
    indexOf: new Map(names.map((name, index) => [name, index])),
    regions: [...byName.values()],
    lenient: all
      .flatMap(({ trigger }) => trigger.tests)
      .filter(({ test }) => 'leeway' in test && (test.leeway ?? 0) > 0),
    testCount,
    listeners: names.map((name) =>
      all.filter(({ trigger }) => trigger.tests.some(({ test }) => test.property === name)),
    ),
  };
}

/** Returns the result of the test for a state's values, or undefined within its leeway. */
export function judgeIn(home: AbstractHome, test: LoopTest, values: readonly number[]) {
  const index = home.indexOf.get(test.property) ?? -1;
  return judge(test, home.regions[index]?.values[values[index] ?? 0]);
}

/** Returns whether the condition can be true: what depends on other things than values may be either. */
export const canBeTrue = (
  home: AbstractHome,
  condition: LoopCondition | undefined,
  values: readonly number[],
) => condition === undefined || evaluate(home, condition, values) !== false;

function evaluate(
  home: AbstractHome,
  condition: LoopCondition,
  values: readonly number[],
): boolean | undefined {
  if (condition === 'depends') return undefined;
  if ('test' in condition) {
    const is = judgeIn(home, condition.test, values) ?? false;
    return is && condition.isLong === true ? undefined : is;
  }
  if ('not' in condition) {
    const is = evaluate(home, condition.not, values);
    return is === undefined ? undefined : !is;
  }
  const isAll = 'all' in condition;
  const parts = (isAll ? condition.all : condition.any).map((each) => evaluate(home, each, values));
  if (parts.includes(!isAll)) return !isAll;
  return parts.includes(undefined) ? undefined : isAll;
}

/** Returns the number of each choice that makes a state: a region for each property, a truth for each leeway. */
const choices = ({ regions, lenient }: AbstractHome): readonly number[] => [
  ...regions.map(({ values }) => values.length),
  ...lenient.map(() => 2),
];

export const countStates = (home: AbstractHome): number => choices(home).reduce((all, each) => all * each, 1);

/** Returns the state that `choose` makes by picking one option of each choice. */
export function stateOf(home: AbstractHome, choose: (count: number) => number): AbstractState {
  const chosen = choices(home).map(choose);
  const values = chosen.slice(0, home.regions.length);
  const truths = new Array<boolean>(home.testCount).fill(false);
  for (const { placed } of home.automations) {
    for (const { test, index } of placed.flatMap(({ tests }) => tests)) {
      const within = home.lenient.findIndex((each) => each.index === index);
      truths[index] = judgeIn(home, test, values) ?? chosen[home.regions.length + within] === 1;
    }
  }
  return { values, truths };
}
