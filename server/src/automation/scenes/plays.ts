import type { DomainEventBus } from '../../core/domain-events/index.ts';
import { deleteUntil } from '../../database/delete-until.ts';
import type { Db } from '../../database/index.ts';
import type { Events } from '../../telemetry/events/index.ts';

type Play = {
  readonly userId: string;
  readonly at: number;
  readonly id: string;
  readonly sceneId: string;
  readonly label: string;
  readonly clientId: string;
  /** The person who played it; null when a client did, which has no person. */
  readonly by: string | null;
};

type Dependencies = { db: Db; bus: Pick<DomainEventBus, 'emit'>; events: Pick<Events, 'append'> };

/** Records which scenes were played, for the activity of the home, and notifies its automations. */
export function createPlays({ db, bus, events }: Dependencies) {
  const insert = db.prepare<Play>()((kysely, p) =>
    kysely.insertInto('scene_plays').values({
      user_id: p('userId'),
      at: p('at'),
      id: p('id'),
      scene_id: p('sceneId'),
      label: p('label'),
      client_id: p('clientId'),
      played_by: p('by'),
    }),
  );
  return {
    async record(play: Play): Promise<void> {
      const { userId, at, sceneId } = play;
      await db.unit([
        insert.bind(play),
        ...events.append([{ userId, at, type: 'scene', data: { scene: sceneId } }]),
      ]);
      bus.emit('eventsAppended', { userIds: [userId] });
    },
    /** Deletes what was played before `end`, in short transactions. */
    prune: (end: number): Promise<void> =>
      deleteUntil(db, { table: 'scene_plays', key: ['user_id', 'at', 'id'], time: 'at' }, end - 1),
  };
}
