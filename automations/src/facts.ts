import type { AutomationPropertyGroup, Property } from '@azulejo/contract';
import { ACCESS, type Address, addressKey } from '@azulejo/model';

/** The facts about a property that compiling needs. */
export type PropertyFacts = Address & {
  readonly componentType: string;
  readonly classes: readonly string[];
  /** The tile groups in which the device is. */
  readonly rooms: readonly string[];
  /** Key of the unit in which values are stored; empty without one. */
  readonly unit: string;
  readonly io: Property['io'];
  readonly minimum?: number;
  readonly maximum?: number;
  /** The step of its control, which limits the decimals that are shown in another unit. */
  readonly step?: number;
  /** Returns whether the value is valid against the property's schema. */
  readonly accepts: (value: unknown) => boolean;
};

/** The facts about a home that compiling needs. */
export type HomeFacts = {
  /** User id of the automations' owner. */
  readonly owner: string;
  /** Keyed by `addressKey`; the order is stable. */
  readonly properties: ReadonlyMap<string, PropertyFacts>;
  /** The property that says at which place a person is, by user id. Its value is the id of a place or `away`. */
  readonly people: ReadonlyMap<string, Address>;
  readonly places: ReadonlySet<string>;
  readonly scenes: ReadonlySet<string>;
  readonly automations: ReadonlySet<string>;
  /** Whether the time zone of the home is known. If not, times are those of the server. */
  readonly hasZone: boolean;
  readonly hasPosition: boolean;
};

/** The maximum number of properties of a group that are evaluated. */
const MAX_MEMBERS = 100;

/** Returns the properties of a group as the home is now. */
export function membersOf(group: AutomationPropertyGroup, facts: HomeFacts): PropertyFacts[] {
  const found: PropertyFacts[] = [];
  for (const each of facts.properties.values()) {
    if (found.length === MAX_MEMBERS) break;
    if (!each.classes.some((name) => name.split('.').slice(-2).join('.') === group.class)) continue;
    if (group.component !== undefined && each.componentType !== group.component) continue;
    if (group.room !== undefined && !each.rooms.includes(group.room)) continue;
    found.push(each);
  }
  return found;
}

/** Returns the addresses that say whether a device can be reached: one for each of its components. */
export function accessOf(channel: unknown, facts: HomeFacts): Address[] {
  const found = new Map<string, Address>();
  for (const each of facts.properties.values()) {
    if (each.channel !== channel) continue;
    const address = { channel: each.channel, component: each.component, property: ACCESS };
    found.set(addressKey(address), address);
  }
  return [...found.values()];
}
