import { withPartIds } from '@azulejo/automations';
import type { AutomationDefinition, AutomationPropertyTrigger } from '@azulejo/contract';
import { convert } from '@azulejo/units';
import { numberTriggersOf } from './extents.ts';
import type { ReplayResult } from './replay.ts';
import type { TalliedTrigger } from './tally.ts';

/**
 * A number trigger flaps if this many of its runs, and at least half of them, came within an hour of the one
 * before.
 */
const MIN_CLOSE = 5;
/** A leeway ends it if it leaves so small a part of these. */
const LEFT_OVER = 0.1;
/** Leeways between a fiftieth and half of the range in which the values were. */
const SMALLEST = 0.02;
const GREATEST = 0.5;

export type Flapping = {
  readonly path: string;
  readonly trigger: AutomationPropertyTrigger & { readonly id: string };
  readonly tallied: TalliedTrigger;
};

/** Returns the number trigger that flaps most, if there is one. */
export function findFlapping(
  definition: AutomationDefinition,
  { triggers }: Pick<ReplayResult, 'triggers'>,
): Flapping | undefined {
  const [worst] = numberTriggersOf(definition)
    .flatMap(({ path, trigger }): Flapping[] => {
      const tallied = triggers.find(({ id }) => id === trigger.id);
      return tallied && tallied.close >= MIN_CLOSE && tallied.close * 2 >= tallied.runs
        ? [{ path, trigger, tallied }]
        : [];
    })
    .toSorted((one, other) => other.tallied.close - one.tallied.close);
  return worst;
}

/**
 * Returns a few leeways to try, smallest first: 1, 2 or 5 times a power of ten, in the unit of the trigger, that fit
 * the range of the values and are greater than the present leeway.
 *
 * @param storedUnit the unit of the values, which are those of `extent`
 */
export function leewaysFor(
  { unit, leeway = 0 }: Pick<AutomationPropertyTrigger, 'unit' | 'leeway'>,
  [least, greatest]: readonly [number, number],
  storedUnit: string,
): number[] {
  const inUnit = (value: number) =>
    unit === undefined || unit === storedUnit ? value : convert(value, storedUnit, unit);
  const range = Math.abs(inUnit(greatest) - inUnit(least));
  if (!Number.isFinite(range) || range === 0) return [];
  const leeways: number[] = [];
  const smallest = Math.floor(Math.log10(range * SMALLEST));
  for (let power = smallest; power <= smallest + 2; power += 1)
    for (const step of [1, 2, 5]) {
      const size = Number(`${step}e${power}`);
      if (size >= range * SMALLEST && size <= range * GREATEST && size > leeway) leeways.push(size);
    }
  return leeways;
}

/** Returns the definition with another leeway of one trigger. */
export function withLeeway(
  definition: AutomationDefinition,
  triggerId: string,
  leeway: number,
): AutomationDefinition {
  const copy = withPartIds(definition);
  return {
    ...copy,
    when: copy.when.map((trigger) =>
      trigger.id === triggerId ? ({ ...trigger, leeway } as AutomationPropertyTrigger) : trigger,
    ),
  };
}

/** Returns whether a trigger that flapped no longer does. */
export const hasEnded = (before: TalliedTrigger, after: TalliedTrigger | undefined): boolean =>
  (after?.close ?? 0) <= before.close * LEFT_OVER;
