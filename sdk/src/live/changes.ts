import type { Event, PlatformMessage, Value } from '@azulejo/contract';
import type { Listeners } from './listeners.ts';
import { keyOf } from './topics.ts';
import type { Address, Change } from './types.ts';

/**
 * One stream made of two: what the broker sends, and what the feed lists. Both have the platform’s timestamps, which
 * rise strictly within a property: what is not newer than the last change of its property was given out before.
 */
export type Changes = {
  /** The value last known of every property. */
  known(): Iterable<Change>;
  last(address: Address): Change | undefined;
  /** A change, unless it was given out before. */
  take(change: Change): void;
  /** Takes values as they stand, without giving them out; those that are known already stay. */
  fill(values: readonly Change[]): void;
  /** Forgets what is known for values read anew, and gives out those that differ. */
  replace(values: readonly Change[]): void;
};

export function createChanges(listeners: Pick<Listeners, 'emit'>): Changes {
  const known = new Map<string, Change>();
  return {
    known: () => known.values(),
    last: (address) => known.get(keyOf(address)),
    take: (change) => {
      const key = keyOf(change);
      const last = known.get(key);
      if (last && last.timestamp >= change.timestamp && !isAhead(last)) return;
      known.set(key, change);
      listeners.emit('change', change);
    },
    fill: (values) => {
      for (const value of values) if (!known.has(keyOf(value))) known.set(keyOf(value), value);
    },
    replace: (values) => {
      const before = new Map(known);
      known.clear();
      for (const value of values) {
        known.set(keyOf(value), value);
        const isNews = before.get(keyOf(value))?.timestamp !== value.timestamp;
        if (isNews) listeners.emit('change', value);
      }
    },
  };
}

/** Further from the time of this device than clocks differ: what the platform stamped while its clock was wrong. */
const MAX_AHEAD_MS = 10 * 60_000;

const isAhead = ({ timestamp }: Change): boolean =>
  Date.parse(timestamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) > Date.now() + MAX_AHEAD_MS;

/** A message of the broker as a change, or undefined when it is none. */
export function changeOf(address: Address, message: PlatformMessage): Change | undefined {
  const { io, data, timestamp, sender, on_behalf_of, stale } = message;
  // What is stale was the value before already.
  if ((io !== 'ir' && io !== 'iw') || data === undefined || stale) return undefined;
  return { ...address, data, timestamp, ...speaker({ sender, on_behalf_of }) };
}

/** An event of the feed as a change. */
export function changeOfEvent({ cursor, timestamp, data, cause, ...event }: Event): Change {
  const { channel, component, property } = event;
  const change = { channel, component, property, data, timestamp, ...speaker(event), cursor };
  return cause === undefined ? change : { ...change, cause };
}

/** A value read as it stands. */
export function snapshotOf(element: Value & Address): Change {
  const { channel, component, property, data, timestamp, cause } = element;
  return { channel, component, property, data, timestamp, ...speaker(element), cause, snapshot: true };
}

/** Who said it, in the names of the SDK. */
export function speaker(wire: { sender?: string | undefined; on_behalf_of?: string | undefined }) {
  const { sender, on_behalf_of: onBehalfOf } = wire;
  return { ...(sender !== undefined && { sender }), ...(onBehalfOf !== undefined && { onBehalfOf }) };
}
