import type {
  AutomationCondition,
  AutomationDefinition,
  AutomationStep,
  AutomationTrigger,
} from '@azulejo/contract';
import fc from 'fast-check';
import type { ValueInput } from '../input.ts';
import { accessOf, door, HOUR, light, MINUTE, motion, SECOND, temperature } from './home.ts';
import { type Past, presentValues } from './reference.ts';

/** Half a day before the clocks change in Lisbon. */
const FROM = Date.UTC(2026, 2, 28, 12);
const ZONE = 'Europe/Lisbon';

const minutes = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((count) => `PT${count}M`);
const boolean = fc.constantFrom(motion, door);
const threshold = fc.constantFrom(19, 20.5, 22);
const days = fc.uniqueArray(fc.constantFrom('sa', 'su', 'mo'), { minLength: 1 });
const time = fc.integer({ min: 0, max: 47 }).map((half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0');
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`;
});
const device = {
  kind: fc.constant('device'),
  device: fc.constantFrom('reachable', 'unreachable'),
  channel: fc.constant(door.channel),
};
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

/** Leaves out members that are undefined, as JSON does. */
const plain = <T>(given: fc.Arbitrary<unknown>): fc.Arbitrary<T> =>
  given.map((each) => JSON.parse(JSON.stringify(each)) as T);

const trigger = plain<AutomationTrigger>(
  fc.oneof(
    fc.record({
      kind: fc.constant('property'),
      property: boolean,
      is: fc.constantFrom('becomes', 'stops-being'),
      value: fc.boolean(),
      for: optional(minutes(1, 20)),
    }),
    fc.record({
      kind: fc.constant('property'),
      property: fc.constant(temperature),
      is: fc.constantFrom('rises-above', 'falls-below'),
      value: threshold,
      leeway: optional(fc.constantFrom(0.5, 1, 2)),
      for: optional(minutes(1, 20)),
    }),
    fc.record({
      kind: fc.constant('property'),
      property: boolean,
      is: fc.constantFrom('becomes', 'stops-being'),
      value: fc.boolean(),
      retrigger: fc.constant(true),
    }),
    fc.record({
      kind: fc.constant('property'),
      property: fc.constantFrom(motion, temperature),
      is: fc.constantFrom('changes', 'reports'),
    }),
    fc.record({ kind: fc.constant('time'), time: fc.record({ at: time, days: optional(days) }) }),
    fc.record({ kind: fc.constant('interval'), every: minutes(30, 200) }),
    fc.record({ ...device, for: optional(minutes(1, 20)) }),
  ),
);

const term = plain<AutomationCondition>(
  fc.oneof(
    fc.record({
      kind: fc.constant('property'),
      property: boolean,
      is: fc.constantFrom('is', 'is-not'),
      value: fc.boolean(),
      since: optional(minutes(1, 20)),
    }),
    fc.record({
      kind: fc.constant('property'),
      property: fc.constant(temperature),
      is: fc.constantFrom('above', 'below'),
      value: threshold,
      since: optional(minutes(1, 20)),
    }),
    fc.record({ kind: fc.constant('time'), time: fc.record({ from: time, to: time, days: optional(days) }) }),
    fc.record(device),
  ),
);

const conditionOf = (withNot: boolean): fc.Arbitrary<AutomationCondition> =>
  fc.letrec<{ any: AutomationCondition }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      term,
      fc.record({ kind: fc.constant('all'), all: fc.array(tie('any'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ kind: fc.constant('any'), any: fc.array(tie('any'), { minLength: 1, maxLength: 3 }) }),
      ...(withNot ? [fc.record({ kind: fc.constant('not'), not: tie('any') })] : []),
    ),
  })).any;

const steps = fc
  .array(minutes(1, 15), { maxLength: 2 })
  .map((waits): AutomationStep[] => [
    { kind: 'set', set: light, value: true },
    ...waits.map((wait) => ({ kind: 'wait' as const, wait })),
  ]);

const definitionWith = (onlyIf: fc.Arbitrary<AutomationCondition>) =>
  plain<AutomationDefinition>(
    fc
      .record({
        label: fc.constant('Test'),
        mode: optional(fc.constantFrom('single', 'restart', 'queued', 'parallel')),
        when: fc.array(trigger, { minLength: 1, maxLength: 3 }),
        onlyIf: optional(onlyIf),
        then: steps,
        atMostEvery: optional(minutes(1, 60)),
      })
      // Whether a run that waits for its turn counts from its beginning is left open.
      .map((each) => (each.mode === 'queued' ? { ...each, atMostEvery: undefined } : each)),
  );

/** An automation of triggers, conditions and waits of every kind that the reference interpreter knows. */
export const definition = definitionWith(conditionOf(true));
/** One whose conditions have no `not`. */
export const definitionWithoutNot = definitionWith(conditionOf(false));

const access = accessOf(door);
const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(boolean, fc.constantFrom(true, false, true, false, true, false, null)),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant(temperature),
      fc.constantFrom(17, 18.75, 19.25, 20, 20.75, 21.75, 23, 'hot'),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant(access),
      fc.constantFrom('ok', 'connected', 'disconnected', 'unreachable'),
    ),
  },
);
const delay = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 12 }).map((count) => count * MINUTE) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 900 }).map((count) => count * SECOND) },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: 9 }).map((count) => count * HOUR) },
);

/** A part of a home's past: what was known at its beginning, and what was reported, not always in order of time. */
export const past: fc.Arbitrary<Past> = fc
  .tuple(fc.array(value, { maxLength: 3 }), fc.array(fc.tuple(delay, value), { maxLength: 40 }))
  .map(([known, reports]) => {
    let at = FROM;
    const log = reports.map(([after, [address, data]], index): ValueInput => {
      at = Math.max(FROM, at + after);
      return { type: 'value', n: index + 1, at, ...address, data };
    });
    const until = Math.max(FROM, ...log.map((each) => each.at)) + 12 * HOUR;
    const first = known.filter(([address], index) => known.findIndex(([each]) => each === address) === index);
    return { from: FROM, until, zone: ZONE, values: presentValues(FROM - HOUR, first), log };
  });
