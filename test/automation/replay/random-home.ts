import type {
  AutomationCondition,
  AutomationDefinition,
  AutomationStep,
  AutomationTrigger,
} from '@azulejo/contract';
import fc from 'fast-check';

/** The devices of a home: two without an owner, which have a value at once, and one that answers or does not. */
export type Devices = Readonly<Record<'kept' | 'other' | 'device', string>>;

type Property = { readonly device: keyof Devices; readonly component: 'left' | 'right' };

const property: fc.Arbitrary<Property> = fc.record({
  device: fc.constantFrom('kept', 'kept', 'other', 'device'),
  component: fc.constantFrom('left', 'right'),
});
const addressed = property.map(({ device, component }) => ({
  channel: device,
  component,
  property: 'level',
}));
const level = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);
const threshold = fc.constantFrom(0.3, 0.6);
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const minutes = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((count) => `PT${count}M`);
const seconds = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((count) => `PT${count}S`);

const trigger = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('property'),
      property: addressed,
      is: fc.constantFrom('becomes', 'stops-being'),
      value: level,
      for: optional(minutes(1, 6)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('property'),
      property: addressed,
      is: fc.constantFrom('rises-above', 'falls-below'),
      value: threshold,
      leeway: optional(fc.constantFrom(0.1, 0.3)),
      for: optional(minutes(1, 6)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('property'),
      property: addressed,
      is: fc.constantFrom('becomes', 'stops-being'),
      value: level,
      retrigger: fc.constant(true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('property'),
      property: addressed,
      is: fc.constantFrom('changes', 'reports'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('interval'), every: minutes(7, 40) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'webhook', webhook: true }) },
) as fc.Arbitrary<unknown> as fc.Arbitrary<AutomationTrigger>;

const term = fc.oneof(
  fc.record({
    kind: fc.constant('property'),
    property: addressed,
    is: fc.constantFrom('is', 'is-not'),
    value: level,
    since: optional(minutes(1, 5)),
  }),
  fc.record({
    kind: fc.constant('property'),
    property: addressed,
    is: fc.constantFrom('above', 'below'),
    value: threshold,
    since: optional(minutes(1, 5)),
  }),
) as fc.Arbitrary<AutomationCondition>;

const condition = fc.oneof(
  { weight: 2, arbitrary: term },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('any'), any: fc.array(term, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('not'), not: term }) },
) as fc.Arbitrary<AutomationCondition>;

const set = fc.record({
  kind: fc.constant('set'),
  set: addressed,
  value: level,
  only: optional(fc.constant('always')),
});
const step = fc.oneof(
  { weight: 5, arbitrary: set },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait'), wait: fc.oneof(seconds(1, 50), minutes(1, 8)) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait-until'),
      waitUntil: condition,
      atMost: minutes(1, 9),
      else: fc.constantFrom('stop', 'go-on'),
    }),
  },
  {
    weight: 1,
    arbitrary: addressed.map((value) => ({
      kind: 'notify',
      notify: { text: 'It is {{now}}', values: { now: value } },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('if'),
      if: condition,
      then: fc.array(set, { minLength: 1, maxLength: 2 }),
    }),
  },
) as fc.Arbitrary<unknown> as fc.Arbitrary<AutomationStep>;

const definition = fc
  .record({
    label: fc.constant('Random'),
    mode: optional(fc.constantFrom('single', 'restart', 'queued', 'parallel')),
    when: fc.array(trigger, { minLength: 1, maxLength: 2 }),
    onlyIf: fc.option(condition, { nil: undefined, freq: 2 }),
    then: fc.array(step, { minLength: 1, maxLength: 4 }),
    atMostEvery: optional(minutes(1, 10)),
    late: optional(fc.constantFrom('always', 'skip-after:PT5M')),
  })
  // Undefined members are left out, as JSON does.
  .map((each) => JSON.stringify(each));

/** What happens to a home. A definition is text in which devices have the names of `Devices`. */
export type Action =
  | { readonly action: 'report'; readonly of: Property; readonly data: number }
  | { readonly action: 'pass'; readonly seconds: number }
  /** The machine's clock is set, or the machine sleeps. */
  | { readonly action: 'jump' | 'sleep'; readonly seconds: number }
  | { readonly action: 'play'; readonly automation: number; readonly checksConditions: boolean }
  | { readonly action: 'call'; readonly automation: number }
  | { readonly action: 'create'; readonly definition: string }
  | { readonly action: 'replace'; readonly automation: number; readonly definition: string }
  | { readonly action: 'switch'; readonly automation: number }
  | { readonly action: 'remove'; readonly automation: number }
  /** During the next actions, automations do not run: they get all of it at once. */
  | { readonly action: 'stall'; readonly actions: number }
  /** The process is killed after some more statements; it is started again after a while. */
  | { readonly action: 'kill'; readonly after: number; readonly commits: boolean; readonly down: number };

const automation = fc.nat({ max: 3 });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ action: fc.constant('report' as const), of: property, data: level }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      action: fc.constant('pass' as const),
      seconds: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 60, max: 900 })),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      action: fc.constant('kill' as const),
      after: fc.nat({ max: 14 }),
      commits: fc.boolean(),
      down: fc.oneof(fc.nat({ max: 20 }), fc.integer({ min: 60, max: 4_000 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('play' as const),
      automation,
      checksConditions: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ action: fc.constant('stall' as const), actions: fc.integer({ min: 2, max: 8 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('jump' as const),
      seconds: fc.oneof(fc.integer({ min: -7_200, max: 7_200 }), fc.integer({ min: -200_000, max: 200_000 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('sleep' as const),
      seconds: fc.integer({ min: 1, max: 100_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('call' as const), automation }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('create' as const), definition }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('replace' as const), automation, definition }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('switch' as const), automation }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('remove' as const), automation }) },
);

/** Arbitrary automations of a home, and the events that it receives. */
export const scenario = fc.record({
  definitions: fc.array(definition, { minLength: 2, maxLength: 4 }),
  actions: fc.array(action, { minLength: 15, maxLength: 40 }),
});
export type Scenario = { readonly definitions: readonly string[]; readonly actions: readonly Action[] };

/** Returns a definition for the devices of a home. */
export const definitionFor = (text: string, devices: Devices): AutomationDefinition =>
  JSON.parse(
    text.replaceAll(
      /"channel":"(\w+)"/g,
      (_, name: keyof Devices) => `"channel":${JSON.stringify(devices[name])}`,
    ),
  ) as AutomationDefinition;
