import { judge, type Regions } from './regions.ts';
import type { LoopAutomation, LoopTest, LoopTrigger } from './types.ts';

/**
 * Returns the automations that can begin again and again without anything from outside: the greatest set of which each
 * automation has a trigger that some automation of the set makes true and some automation of the set makes false again.
 */
export function findRecurring(
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
