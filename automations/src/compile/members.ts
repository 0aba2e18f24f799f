import type { CompiledCondition, Evaluate, Member, ValueTest } from '../compiled.ts';
import type { Truth, Verdict } from '../decision.ts';
import { all, some } from './truths.ts';

/** The data that is collected from all parts of a condition. */
export type Collected = {
  members: Member[];
  held: CompiledCondition['held'][number][];
  dependsOnTime: boolean;
  isIncomplete: boolean;
  count: number;
};

/**
 * Returns the condition on one or several properties. A property of a removed device is undefined. The verdict names
 * the property that decided it.
 */
export function ofMembers(
  collected: Collected,
  members: readonly (Member | undefined)[],
  test: ValueTest,
  isAny: boolean,
  id: string,
  sinceMs?: number,
): Evaluate {
  const present = members.filter((member) => member !== undefined);
  collected.members.push(...present);
  if (sinceMs !== undefined) {
    collected.held.push(...present.map((member) => ({ member, test })));
    collected.dependsOnTime = true;
  }
  return (view, verdicts) => {
    const truths = members.map((member): Truth => {
      if (!member) return null;
      const { key, truthKey } = member;
      const is = test(view.values[key]?.value, null);
      if (is !== true || sinceMs === undefined) return is;
      const held = view.truths[truthKey];
      return held?.is === true && view.at - held.since >= sinceMs;
    });
    const is = isAny ? some(truths) : all(truths);
    verdicts.push({ id, is, ...decidedBy(members[truths.indexOf(is)], view.values) });
    return is;
  };
}

function decidedBy(member: Member | undefined, values: Parameters<Evaluate>[0]['values']): Partial<Verdict> {
  if (!member) return { value: null };
  const { channel, component, property, key } = member;
  const known = values[key];
  const of = { channel, component, property };
  return known ? { value: known.value, since: known.since, of } : { value: null, of };
}
