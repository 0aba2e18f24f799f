import { type Address, addressKey } from '@azulejo/model';
import type { Event, PlatformMessage, Value } from '../api/types.generated.ts';
import type { Listeners } from './listeners.ts';
import type { Change } from './types.ts';

/**
 * Merges messages from the broker and events from the feed into one stream and deduplicates them. Both carry
 * the platform’s timestamps, which are strictly increasing per property: a change that is not newer than the
 * last one of its property was emitted before.
 */
export type Changes = {
  /** Returns the last known value of every property. */
  known(): Iterable<Change>;
  last(address: Address): Change | undefined;
  /** Emits a change, unless it was emitted before. */
  apply(change: Change): void;
  /** Stores values without emitting them. Does not overwrite known values. */
  fill(values: readonly Change[]): void;
  /** Replaces all known values by a new snapshot and emits those that differ. */
  replace(values: readonly Change[]): void;
};

export function createChanges(listeners: Pick<Listeners, 'emit'>): Changes {
  const known = new Map<string, Change>();
  return {
    known: () => known.values(),
    last: (address) => known.get(addressKey(address)),
    apply: (change) => {
      const key = addressKey(change);
      const last = known.get(key);
      if (!isNewer(change.timestamp, last?.timestamp)) return;
      known.set(key, change);
      listeners.emit('change', change);
    },
    fill: (values) => {
      for (const value of values) if (!known.has(addressKey(value))) known.set(addressKey(value), value);
    },
    replace: (values) => {
      const before = new Map(known);
      known.clear();
      for (const value of values) {
        known.set(addressKey(value), value);
        const isNew = before.get(addressKey(value))?.timestamp !== value.timestamp;
        if (isNew) listeners.emit('change', value);
      }
    },
  };
}

/** How far a timestamp may be ahead of this device’s clock and of a later change. */
const MAX_AHEAD_MS = 10 * 60_000;

/**
 * Returns whether the last change was stamped while the platform’s clock was wrong. If the next change is about as
 * far in the future, it is this device’s clock that is slow.
 */
const isAhead = (last: string, next: string): boolean =>
  timeOf(last) > Math.max(Date.now(), timeOf(next)) + MAX_AHEAD_MS;

/** Returns whether what has this timestamp happened after the last one: the platform may send a value again. */
export const isNewer = (timestamp: string, last: string | undefined): boolean =>
  last === undefined || last < timestamp || isAhead(last, timestamp);

const timeOf = (timestamp: string): number => Date.parse(timestamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));

/** Returns the change that a message from the broker reports, or undefined when it reports none. */
export function changeOf(address: Address, message: PlatformMessage): Change | undefined {
  const { io, data, timestamp, sender, on_behalf_of, stale } = message;
  // A stale answer repeats a value that was already known.
  if ((io !== 'ir' && io !== 'iw') || data === undefined || stale) return undefined;
  return { ...address, data, timestamp, ...authorOf({ sender, on_behalf_of }) };
}

/** Returns the change that an event of the feed reports. */
export function changeOfEvent({ cursor, timestamp, data, cause, ...event }: Event): Change {
  const { channel, component, property } = event;
  const change = { channel, component, property, data, timestamp, ...authorOf(event), cursor };
  return cause === undefined ? change : { ...change, cause };
}

/** Returns a value that was read over HTTP as a change, marked `snapshot`. */
export function snapshotOf(element: Value & Address): Change {
  const { channel, component, property, data, timestamp, cause } = element;
  return { channel, component, property, data, timestamp, ...authorOf(element), cause, snapshot: true };
}

/** Returns the sender and the user on whose behalf it sent, by the SDK’s names. */
export function authorOf(wire: { sender?: string | undefined; on_behalf_of?: string | undefined }) {
  const { sender, on_behalf_of: onBehalfOf } = wire;
  return { ...(sender !== undefined && { sender }), ...(onBehalfOf !== undefined && { onBehalfOf }) };
}
