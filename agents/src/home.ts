import type { Calendar } from './calendar.ts';
import type { CompiledAgent, CompiledCondition, Member, PropertyTrigger, ValueTest } from './compiled.ts';

/** The use of a property by an agent. */
export type Watcher = {
  readonly agent: CompiledAgent;
  readonly triggers: readonly { readonly trigger: PropertyTrigger; readonly member: Member }[];
  readonly held: readonly { readonly member: Member; readonly test: ValueTest }[];
};

type SilentTrigger = Extract<CompiledAgent['triggers'][number], { kind: 'silent' }>;

/** The agents of a home, with the index by which an input finds those that it concerns. */
export type Home = {
  /** Sorted in the order in which they decide. */
  readonly agents: readonly CompiledAgent[];
  readonly agent: (id: string) => CompiledAgent | undefined;
  /** Returns a version, which may be an earlier one that still runs. */
  readonly version: (id: string, version: number) => CompiledAgent | undefined;
  readonly positionOf: (id: string) => number;
  readonly calendar: Calendar;
  /** Earlier versions that had runs when the home was compiled. */
  readonly earlier: readonly CompiledAgent[];
  /** The properties that its agents name, and those that earlier versions name as well; by key. */
  readonly presentNames: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly watchers: ReadonlyMap<string, readonly Watcher[]>;
  readonly silent: ReadonlyMap<string, readonly { agent: CompiledAgent; trigger: SilentTrigger }[]>;
  /** Whether every write counts as done immediately. A rehearsal sets it, since it sends no writes. */
  readonly assumesDone: boolean;
};

/** Returns the conditions of an agent: its own, and those of its steps. */
export const conditionsOf = ({ condition, steps }: CompiledAgent): CompiledCondition[] => [
  ...(condition ? [condition] : []),
  ...steps.flatMap(({ operation }) => ('condition' in operation ? [operation.condition] : [])),
];

/**
 * Makes a home of its agents.
 *
 * @param agents all agents, also disabled ones, sorted by position, then id
 * @param earlier earlier versions that still have runs
 */
export function createHome(
  agents: readonly CompiledAgent[],
  calendar: Calendar,
  { earlier = [], assumesDone = false }: { earlier?: readonly CompiledAgent[]; assumesDone?: boolean } = {},
): Home {
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const versionKey = (id: string, version: number) => `${id}.${version}`;
  const versions = new Map([...earlier, ...agents].map((each) => [versionKey(each.id, each.version), each]));
  const positions = new Map(agents.map(({ id }, index) => [id, index]));
  const enabled = agents.filter(({ isEnabled }) => isEnabled);
  return {
    agents,
    agent: (id) => byId.get(id),
    version: (id, version) => versions.get(versionKey(id, version)),
    positionOf: (id) => positions.get(id) ?? agents.length,
    calendar,
    earlier,
    presentNames: namesOf(agents),
    names: namesOf([...earlier, ...agents]),
    watchers: watchersOf(enabled, earlier),
    silent: silentOf(enabled),
    assumesDone,
  };
}

const namesOf = (agents: readonly CompiledAgent[]): Set<string> =>
  new Set(agents.flatMap(({ names }) => [...names.keys()]));

/** Runs of earlier versions may wait for a property that the agent itself no longer names. */
function watchersOf(
  agents: readonly CompiledAgent[],
  earlier: readonly CompiledAgent[],
): Map<string, Watcher[]> {
  const watchers = new Map<string, Watcher[]>();
  for (const agent of agents) {
    const triggers = agent.triggers
      .filter((trigger) => trigger.kind === 'property')
      .flatMap((trigger) => trigger.members.map((member) => ({ trigger, member })));
    const held = conditionsOf(agent).flatMap((condition) => condition.held);
    const triggersByKey = Map.groupBy(triggers, ({ member }) => member.key);
    const heldByKey = Map.groupBy(held, ({ member }) => member.key);
    for (const key of namesOf([agent, ...earlier.filter(({ id }) => id === agent.id)])) {
      const watcher = { agent, triggers: triggersByKey.get(key) ?? [], held: heldByKey.get(key) ?? [] };
      const others = watchers.get(key);
      if (others) others.push(watcher);
      else watchers.set(key, [watcher]);
    }
  }
  return watchers;
}

function silentOf(
  agents: readonly CompiledAgent[],
): Map<string, { agent: CompiledAgent; trigger: SilentTrigger }[]> {
  const silent = agents.flatMap((agent) =>
    agent.triggers.filter((trigger) => trigger.kind === 'silent').map((trigger) => ({ agent, trigger })),
  );
  return Map.groupBy(silent, ({ trigger }) => trigger.channel);
}
