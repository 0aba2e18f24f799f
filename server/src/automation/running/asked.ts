import type { ValueAddress } from '@azulejo/contract';
import type { CompiledHome } from '../agents/index.ts';

const known = new WeakMap<CompiledHome, readonly ValueAddress[]>();

/** Returns the properties whose values a home's agents are given: those they name, and all of devices they listen to. */
export function neededProperties(compiled: CompiledHome): readonly ValueAddress[] {
  const found = known.get(compiled) ?? collect(compiled);
  known.set(compiled, found);
  return found;
}

function collect({ home, facts }: CompiledHome): ValueAddress[] {
  const addresses = new Map<string, ValueAddress>();
  for (const { names } of home.agents)
    for (const [key, { channel, component, property }] of names)
      addresses.set(key, { channelId: channel, componentId: component, propertyId: property });
  for (const [key, { channel, component, property }] of facts.properties) {
    if (!home.names.has(key) && !home.silent.has(channel)) continue;
    addresses.set(key, { channelId: channel, componentId: component, propertyId: property });
  }
  return [...addresses.values()];
}
