import { sameTest } from '../compile/comparison.ts';
import type { LoopAutomation, LoopCondition, LoopHome, LoopTest } from './types.ts';

type SameTest = Extract<LoopTest, { is: 'equals' | 'differs' }>;

/** The result of a test in a region; undefined between a threshold and its leeway, where it stays. */
export type RegionTruth = boolean | undefined;

/** A property with its values grouped into regions: the automations react to all values of a region alike. */
export type Regions = {
  readonly isMomentary: boolean;
  /** One value of each region. */
  readonly values: readonly unknown[];
  readonly regionOf: (value: unknown) => number;
};

/** Represents all values that no automation names. */
const OTHER = Symbol('another value');

/** Returns what the test says of the value. */
export function judge(test: LoopTest, value: unknown): RegionTruth {
  switch (test.is) {
    case 'equals':
      return isSame(test, value);
    case 'differs':
      return !isSame(test, value);
    case 'above':
    case 'below': {
      if (typeof value !== 'number') return false;
      const past = test.is === 'above' ? value - test.value : test.value - value;
      if (past > 0) return true;
      return past <= -(test.leeway ?? 0) ? false : undefined;
    }
    default:
      return true;
  }
}

const isSame = ({ value: expected, shown }: SameTest, value: unknown): boolean =>
  shown && typeof value === 'number'
    ? sameTest(shown, expected)(value, null) === true
    : keyOf(value) === keyOf(expected);

const keyOf = (value: unknown): string => (value === OTHER ? 'other' : `=${JSON.stringify(value)}`);

function testsOf(condition: LoopCondition | undefined): readonly LoopTest[] {
  if (condition === undefined || condition === 'depends') return [];
  if ('test' in condition) return [condition.test];
  if ('not' in condition) return testsOf(condition.not);
  return ('all' in condition ? condition.all : condition.any).flatMap(testsOf);
}

/** Returns the tests of triggers and conditions. */
export const testsOfAutomation = ({ triggers, onlyIf, steps }: LoopAutomation): readonly LoopTest[] => [
  ...triggers.flatMap(({ every }) => every),
  ...[onlyIf, ...steps.map((step) => step.onlyIf)].flatMap(testsOf),
];

/** Returns the regions of every property that the automations name. */
export function regionsOf({ automations, momentary }: LoopHome): ReadonlyMap<string, Regions> {
  const tests = automations.flatMap(testsOfAutomation);
  const writes = automations.flatMap(({ steps }) => steps.flatMap((step) => ('set' in step ? [step] : [])));
  const names = new Set([...tests.map(({ property }) => property), ...writes.map(({ set }) => set)]);
  return new Map(
    [...names].map((name) => {
      const own = tests.filter(({ property }) => property === name);
      const written = writes.filter(({ set }) => set === name).map(({ value }) => value);
      return [name, divide(own, written, momentary.has(name))];
    }),
  );
}

/** Divides values so that those of one region are the same for every test. */
function divide(tests: readonly LoopTest[], written: readonly unknown[], isMomentary: boolean): Regions {
  const distinguishesAll = tests.some(({ is }) => is === 'changes');
  const signatureOf = (value: unknown): string => {
    const truths = tests.map((test) => judge(test, value)).join();
    return distinguishesAll ? `${keyOf(value)} ${truths}` : truths;
  };
  const bySignature = new Map<string, { region: number; value: unknown }>();
  for (const value of candidates(tests, written)) {
    const signature = signatureOf(value);
    if (!bySignature.has(signature)) bySignature.set(signature, { region: bySignature.size, value });
  }
  const regions = [...bySignature.values()];
  return {
    isMomentary,
    values: regions.map(({ value }) => value),
    regionOf: (value) => bySignature.get(signatureOf(value))?.region ?? 0,
  };
}

/** Returns values of every region: those that automations name, and for numbers those between and beyond them. */
function candidates(tests: readonly LoopTest[], written: readonly unknown[]): readonly unknown[] {
  const named = [...written, ...tests.flatMap((test) => ('value' in test ? [test.value] : []))];
  if (named.length > 0 && named.every((value) => typeof value === 'boolean')) return [true, false];
  const farSides = tests.flatMap((test) =>
    test.is === 'above' || test.is === 'below'
      ? [test.value + (test.is === 'above' ? -1 : 1) * (test.leeway ?? 0)]
      : [],
  );
  const numbers = [...named, ...farSides].filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const between = numbers.flatMap((value, index) => [value, (value + (numbers[index + 1] ?? value + 2)) / 2]);
  const [least] = numbers;
  return [...named, ...(least === undefined ? [OTHER] : [least - 1, ...between])];
}
