import type { Calendar } from './calendar.ts';
import type {
  CompiledAutomation,
  CompiledCondition,
  Member,
  PropertyTrigger,
  ValueTest,
} from './compiled.ts';

/** The use of a property by an automation. */
export type Watcher = {
  readonly automation: CompiledAutomation;
  readonly triggers: readonly { readonly trigger: PropertyTrigger; readonly member: Member }[];
  readonly held: readonly { readonly member: Member; readonly test: ValueTest }[];
};

type SilentTrigger = Extract<CompiledAutomation['triggers'][number], { kind: 'silent' }>;

/** The automations of a home, with the index by which an input finds those that it concerns. */
export type Home = {
  /** Sorted in the order in which they decide. */
  readonly automations: readonly CompiledAutomation[];
  readonly automation: (id: string) => CompiledAutomation | undefined;
  /** Returns a version, which may be an earlier one that still runs. */
  readonly version: (id: string, version: number) => CompiledAutomation | undefined;
  readonly positionOf: (id: string) => number;
  readonly calendar: Calendar;
  /** Earlier versions that had runs when the home was compiled. */
  readonly earlier: readonly CompiledAutomation[];
  /** The properties that its automations name, and those that earlier versions name as well; by key. */
  readonly presentNames: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly watchers: ReadonlyMap<string, readonly Watcher[]>;
  readonly silent: ReadonlyMap<string, readonly { automation: CompiledAutomation; trigger: SilentTrigger }[]>;
  /** Whether every write counts as done immediately. A rehearsal sets it, since it sends no writes. */
  readonly assumesDone: boolean;
};

/** Returns the conditions of an automation: its own, and those of its steps. */
export const conditionsOf = ({ condition, steps }: CompiledAutomation): CompiledCondition[] => [
  ...(condition ? [condition] : []),
  ...steps.flatMap(({ operation }) => ('condition' in operation ? [operation.condition] : [])),
];

/**
 * Makes a home of its automations.
 *
 * @param automations all automations, also disabled ones, sorted by position, then id
 * @param earlier earlier versions that still have runs
 */
export function createHome(
  automations: readonly CompiledAutomation[],
  calendar: Calendar,
  {
    earlier = [],
    assumesDone = false,
  }: { earlier?: readonly CompiledAutomation[]; assumesDone?: boolean } = {},
): Home {
  const byId = new Map(automations.map((automation) => [automation.id, automation]));
  const versionKey = (id: string, version: number) => `${id}.${version}`;
  const versions = new Map(
    [...earlier, ...automations].map((each) => [versionKey(each.id, each.version), each]),
  );
  const positions = new Map(automations.map(({ id }, index) => [id, index]));
  const enabled = automations.filter(({ isEnabled }) => isEnabled);
  return {
    automations,
    automation: (id) => byId.get(id),
    version: (id, version) => versions.get(versionKey(id, version)),
    positionOf: (id) => positions.get(id) ?? automations.length,
    calendar,
    earlier,
    presentNames: namesOf(automations),
    names: namesOf([...earlier, ...automations]),
    watchers: watchersOf(enabled, earlier),
    silent: silentOf(enabled),
    assumesDone,
  };
}

const namesOf = (automations: readonly CompiledAutomation[]): Set<string> =>
  new Set(automations.flatMap(({ names }) => [...names.keys()]));

/** Runs of earlier versions may wait for a property that the automation itself no longer names. */
function watchersOf(
  automations: readonly CompiledAutomation[],
  earlier: readonly CompiledAutomation[],
): Map<string, Watcher[]> {
  const watchers = new Map<string, Watcher[]>();
  for (const automation of automations) {
    const triggers = automation.triggers
      .filter((trigger) => trigger.kind === 'property')
      .flatMap((trigger) => trigger.members.map((member) => ({ trigger, member })));
    const held = conditionsOf(automation).flatMap((condition) => condition.held);
    const triggersByKey = Map.groupBy(triggers, ({ member }) => member.key);
    const heldByKey = Map.groupBy(held, ({ member }) => member.key);
    for (const key of namesOf([automation, ...earlier.filter(({ id }) => id === automation.id)])) {
      const watcher = { automation, triggers: triggersByKey.get(key) ?? [], held: heldByKey.get(key) ?? [] };
      const others = watchers.get(key);
      if (others) others.push(watcher);
      else watchers.set(key, [watcher]);
    }
  }
  return watchers;
}

function silentOf(
  automations: readonly CompiledAutomation[],
): Map<string, { automation: CompiledAutomation; trigger: SilentTrigger }[]> {
  const silent = automations.flatMap((automation) =>
    automation.triggers
      .filter((trigger) => trigger.kind === 'silent')
      .map((trigger) => ({ automation, trigger })),
  );
  return Map.groupBy(silent, ({ trigger }) => trigger.channel);
}
