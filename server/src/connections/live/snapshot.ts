import { type PlatformMessage, type ValueAddress, valueTopic } from '@azulejo/contract';
import { matchesFilter, type Snapshot } from '../../platform/mqtt/index.ts';
import { type StoredValue, toStoredValue, type Values } from '../../state/values/index.ts';
import type { LiveSession } from './live-principal.ts';
import { encodeMessage } from './payload.ts';

/** Where the ids stand in `/v3/users/{id}/channels/{channel}/components/{component}/properties/{property}/value`. */
const LEVELS = { channelId: 5, componentId: 7, propertyId: 9 } as const;
/** Stands for an id that the filter leaves open. */
const ANY_ID = 'any';

/**
 * The stored values that a new subscription of a user or an application shows as retained: a known app draws some of
 * its tiles from nothing else (ios-app 4.5). A channel's owner is not sent what it reported itself.
 */
export function createSnapshot({ values }: { values: Pick<Values, 'pagesOf'> }) {
  return async function* snapshot({ principal: { tree, id } }: LiveSession, filter: string): Snapshot {
    if (tree !== 'users' && tree !== 'applications') return;
    const only = idsIn(filter);
    const { channelId = ANY_ID, componentId = ANY_ID, propertyId = ANY_ID } = only;
    // A filter that does not match the topic of the value that it names matches no value at all.
    if (!matchesFilter(filter, valueTopic(tree, id, { channelId, componentId, propertyId }))) return;
    const role = tree === 'users' ? 'user' : 'application';
    for await (const rows of values.pagesOf({ role, id }, only))
      yield rows.map((row) => {
        const value = toStoredValue(row);
        return { topic: valueTopic(tree, id, value), payload: encodeStored(value) };
      });
  };
}

/** Returns the ids that the filter spells out. */
function idsIn(filter: string): Partial<ValueAddress> {
  const levels = filter.split('/');
  const named = Object.entries(LEVELS).map(([name, index]) => [name, levels[index]]);
  return Object.fromEntries(named.filter(([, id]) => id !== undefined && id !== '+' && id !== '#'));
}

const encodeStored = ({ data, sender, onBehalfOf, timestamp }: StoredValue): Buffer =>
  encodeMessage({ io: 'iw', data, sender, onBehalfOf, timestamp });

/** A report and the answer to a read say the same value when it was stored at the same time. */
export function isSameValue(live: Buffer, stored: Buffer): boolean {
  const [told, kept] = [live, stored].map((each) => JSON.parse(each.toString()) as PlatformMessage);
  return (told?.io === 'iw' || told?.io === 'ir') && told.timestamp === kept?.timestamp;
}
