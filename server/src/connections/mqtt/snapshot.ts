import { matchesFilter, type Snapshot } from '@azulejo/broker';
import { type PlatformMessage, type ValueAddress, valueTopic } from '@azulejo/contract';
import { createLimiter } from '../../platform/limiter.ts';
import { type StoredValue, toStoredValue, type Values } from '../../telemetry/values/index.ts';
import type { LiveSession } from './live-principal.ts';
import { encodeMessage } from './payload.ts';

/**
 * The index of each id in
 * `/v3/users/{id}/channels/{channel}/components/{component}/properties/{property}/value`.
 */
const LEVELS = { channelId: 5, componentId: 7, propertyId: 9 } as const;
/** Replaces an id that the filter leaves open. */
const ANY_ID = 'any';

/**
 * Pages wait here instead of being refused by the storage, in which at most 200 reads wait: after an outage all
 * phones subscribe at once. A session reads one page at a time, so no more wait than there are sessions.
 */
const LIMITS = { maxConcurrent: 50, maxWaiting: 10_000, maxWaitingPerKey: 1_000 };

/**
 * Yields the stored values that a new subscription of a user or an application receives as retained messages:
 * a known app draws some of its tiles from nothing else (ios-app 4.5). A channel's owner is not sent its own
 * reports.
 */
export function createSnapshot({ values }: { values: Pick<Values, 'pagesOf'> }) {
  const limiter = createLimiter(LIMITS);
  return async function* snapshot({ key, principal: { tree, id } }: LiveSession, filter: string): Snapshot {
    if (tree !== 'users' && tree !== 'applications') return;
    const only = idsIn(filter);
    const { channelId = ANY_ID, componentId = ANY_ID, propertyId = ANY_ID } = only;
    // A filter that does not match the topic of the value that it names matches no value at all.
    if (!matchesFilter(filter, valueTopic(tree, id, { channelId, componentId, propertyId }))) return;
    const role = tree === 'users' ? 'user' : 'application';
    const pages = values.pagesOf({ role, id }, only);
    const next = () => limiter(key, () => pages.next());
    for (let page = await next(); !page.done; page = await next())
      yield page.value.map((row) => {
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

/**
 * Returns whether a live message and a stored one carry the same value: both have the time at which it was
 * stored.
 */
export function isSameValue(live: Buffer, stored: Buffer): boolean {
  const [delivered, kept] = [live, stored].map((each) => JSON.parse(each.toString()) as PlatformMessage);
  return (delivered?.io === 'iw' || delivered?.io === 'ir') && delivered.timestamp === kept?.timestamp;
}
