import type { Home } from '@azulejo/agents';
import type { ValueAddress } from '@azulejo/contract';
import { type Address, addressKey } from '@azulejo/model';
import type { CompiledHome } from '../agents/index.ts';

/** A write of a scene. */
type SceneWrite = { readonly address: ValueAddress; readonly value: unknown };

/**
 * What running the agents of a home needs of it. The properties and names of the whole home, which are most of a
 * compiled home, would stay in memory with it.
 */
export type RunningHome = {
  readonly home: Home;
  readonly revision: number;
  readonly agents: readonly { readonly id: string; readonly version: number; readonly label: string }[];
  /** The properties whose values the agents are given: those they name, and all of devices they listen to. */
  readonly needed: readonly ValueAddress[];
  /** The writes of scenes on devices of the home, by scene. */
  readonly scenes: ReadonlyMap<string, readonly SceneWrite[]>;
};

export const toRunningHome = (compiled: CompiledHome): RunningHome => ({
  home: compiled.home,
  revision: compiled.revision,
  agents: compiled.agents.map(({ id, version, definition: { label } }) => ({ id, version, label })),
  needed: neededProperties(compiled),
  scenes: scenesOf(compiled),
});

function neededProperties({ home, facts }: CompiledHome): ValueAddress[] {
  const addresses = new Map<string, ValueAddress>();
  const add = (key: string, { channel, component, property }: Address) =>
    addresses.set(key, { channelId: channel, componentId: component, propertyId: property });
  for (const { names } of home.agents) for (const [key, address] of names) add(key, address);
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
        if (!found) return [];
        const { channel, component, property } = found;
        return [{ address: { channelId: channel, componentId: component, propertyId: property }, value }];
      }),
    ]),
  );
