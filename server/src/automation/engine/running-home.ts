import type { Home, Problem } from '@azulejo/automations';
import type { ValueAddress } from '@azulejo/contract';
import { type Address, addressKey } from '@azulejo/model';
import { type CompiledHome, cannotRun, type JudgedAutomation } from '../definitions/index.ts';

/** Names an address as the tables do. */
export const toValueAddress = ({ channel, component, property }: Address): ValueAddress => ({
  channelId: channel,
  componentId: component,
  propertyId: property,
});

/** Converts an address to the form that automations use. */
export const toAddress = ({ channelId, componentId, propertyId }: ValueAddress): Address => ({
  channel: channelId,
  component: componentId,
  property: propertyId,
});

type SceneWrite = { readonly address: ValueAddress; readonly value: unknown };

/** What the owner of an automation is told of something that it names and that is gone. */
export type GoneNews = {
  readonly automation: string;
  readonly code: Problem['code'];
  readonly cannotRun: boolean;
};

/**
 * The part of a compiled home that running its automations needs. It stays in memory; the rest, which is the properties
 * and names of all devices, does not.
 */
export type RunningHome = {
  readonly home: Home;
  readonly revision: number;
  readonly automations: readonly {
    readonly id: string;
    readonly version: number;
    readonly label: string;
    /** What is gone of that which an automation names, if it is switched on. */
    readonly gone: Omit<GoneNews, 'automation'> | undefined;
  }[];
  /** The properties whose values the automations are given: those they name, and all of devices they listen to. */
  readonly needed: readonly ValueAddress[];
  /** The writes of scenes on devices of the home, by scene. */
  readonly scenes: ReadonlyMap<string, readonly SceneWrite[]>;
};

export const toRunningHome = (compiled: CompiledHome): RunningHome => ({
  home: compiled.home,
  revision: compiled.revision,
  automations: compiled.automations.map((automation) => {
    const { id, version, definition } = automation;
    return { id, version, label: definition.label, gone: goneOf(automation) };
  }),
  needed: neededProperties(compiled),
  scenes: scenesOf(compiled),
});

function goneOf(automation: JudgedAutomation): Omit<GoneNews, 'automation'> | undefined {
  const error = automation.problems.find(({ severity }) => severity === 'error');
  return error && automation.isEnabled ? { code: error.code, cannotRun: cannotRun(automation) } : undefined;
}

/** Returns the automations that name something that is gone. */
export const goneAutomations = ({ automations }: RunningHome): string[] =>
  automations.flatMap(({ id, gone }) => (gone ? [id] : []));

function neededProperties({ home, facts }: CompiledHome): ValueAddress[] {
  const addresses = new Map<string, ValueAddress>();
  const add = (key: string, address: Address) => addresses.set(key, toValueAddress(address));
  for (const { names } of home.automations) for (const [key, address] of names) add(key, address);
  for (const address of [...facts.properties.values(), ...facts.people.values()]) {
    const key = addressKey(address);
    if (home.names.has(key) || home.silent.has(address.channel)) add(key, address);
  }
  return [...addresses.values()];
}

const scenesOf = ({ facts, sceneWrites }: CompiledHome): RunningHome['scenes'] =>
  new Map(
    [...sceneWrites].map(([scene, writes]) => [
      scene,
      writes.flatMap(({ key, value }) => {
        const found = facts.properties.get(key);
        return found ? [{ address: toValueAddress(found), value }] : [];
      }),
    ]),
  );
