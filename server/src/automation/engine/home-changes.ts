import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import { prepareMarkHome } from '../../identity/homes/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../telemetry/events/index.ts';
import { prepareChangedHomes } from './read-models/changed-homes.ts';

/** Time between two searches for changed homes. */
export const CHECK_INTERVAL_MS = 2_000;
/** Maximum number of homes that get an event at a time. The next search finds the others. */
const MAX_HOMES = 500;

type Dependencies = {
  db: Db;
  clock: Pick<Clock, 'now'>;
  bus: Pick<DomainEventBus, 'emit'>;
  events: Pick<Events, 'append'>;
};

/**
 * Tells automations that their home changed when no automation did: a device came, went or moved to another room, or
 * the time zone, a place or a scene changed. All of these raise the home's revision, and the event in the log says
 * when.
 */
export function createHomeChanges({ db, clock, bus, events }: Dependencies) {
  const changed = prepareChangedHomes(db);
  const mark = prepareMarkHome(db, 'automations_revision');
  return {
    async notify(): Promise<void> {
      const found = await changed.all({ limit: MAX_HOMES });
      if (found.length === 0) return;
      const at = clock.now();
      const userIds = found.flatMap(({ homeId, isBehind }) => (isBehind === 1 ? [homeId] : []));
      const appended =
        userIds.length === 0 ? [] : events.append(userIds.map((userId) => ({ userId, at, type: 'home' })));
      await db.unit([...appended, mark(found)]);
      if (userIds.length > 0) bus.emit('eventsAppended', { userIds });
    },
  };
}
