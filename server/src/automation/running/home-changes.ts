import { LRUCache } from 'lru-cache';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../state/events/index.ts';
import { prepareChangedHomes, prepareHomeCount } from './read-models/changed-homes.ts';

/** Time between two searches for changed homes. */
export const CHECK_INTERVAL_MS = 2_000;
/** Maximum number of homes that get an event at a time. The next search finds the others. */
const MAX_HOMES = 500;
const MAX_NOTIFIED = 10_000;
/**
 * This many homes are searched in less than a millisecond. More need a thread for long reads, which takes 17
 * MB.
 */
const FEW_HOMES = 200;

type Dependencies = {
  db: Db;
  clock: Pick<Clock, 'now'>;
  bus: Pick<DomainEventBus, 'emit'>;
  events: Pick<Events, 'append'>;
};

/**
 * Tells agents that their home changed when no agent did: a device came, went or moved to another room, or the time
 * zone, a place or a scene changed. All of these raise the home's revision, and the event in the log says when.
 */
export function createHomeChanges({ db, clock, bus, events }: Dependencies) {
  const changed = prepareChangedHomes(db);
  const count = prepareHomeCount(db);
  /** The revisions for which an event was added, so that a home that cannot be run does not get one after another. */
  const notified = new LRUCache<string, number>({ max: MAX_NOTIFIED });
  return {
    async notify(): Promise<void> {
      const homes = (await count.get({ limit: FEW_HOMES + 1 }))?.homes ?? 0;
      if (homes === 0) return;
      const found = await changed[homes > FEW_HOMES ? 'scan' : 'all']({ limit: MAX_HOMES });
      const newer = found.filter(({ userId, revision }) => notified.get(userId) !== revision);
      if (newer.length === 0) return;
      const at = clock.now();
      await db.unit(events.append(newer.map(({ userId }) => ({ userId, at, type: 'home' }))));
      for (const { userId, revision } of newer) notified.set(userId, revision);
      bus.emit('eventsAppended', { userIds: newer.map(({ userId }) => userId) });
    },
  };
}
