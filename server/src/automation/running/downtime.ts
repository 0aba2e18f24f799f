import type { Db } from '../../database/index.ts';
import { readSetting, writeSetting } from '../../database/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../state/events/index.ts';

const NAME = 'agents_ran';
/** How often it is noted that the server runs. */
export const NOTE_MS = 10_000;
/** A shorter interruption is not recorded: people do not notice how late timers fire. */
const MIN_MS = 30_000;
const PAGE = 500;

type Dependencies = { db: Db; clock: Pick<Clock, 'now'>; events: Pick<Events, 'append'> };

/**
 * Notes that the server runs, and after an interruption tells each home that has timers, before anything else gets
 * into its log: what fell due meanwhile is done late or missed (decision 0106).
 */
export function createDowntime({ db, clock, events }: Dependencies) {
  const page = db.prepare<{ after: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('agent_homes')
      .select('user_id as userId')
      .where('user_id', '>', p('after'))
      .where('due', 'is not', null)
      .orderBy('user_id')
      .limit(p('limit')),
  );
  const note = (): Promise<void> => db.write((tx) => writeSetting(tx, NAME, String(clock.now())));
  return {
    note,
    async notify(): Promise<void> {
      const from = Number((await readSetting(db.read, NAME)) ?? Number.NaN);
      const now = clock.now();
      if (!(now - from >= MIN_MS)) return;
      for (let after = ''; ; ) {
        const rows = await page.all({ after, limit: PAGE });
        const last = rows.at(-1);
        if (!last) break;
        await db.unit(
          events.append(rows.map(({ userId }) => ({ userId, at: now, type: 'downtime', data: { from } }))),
        );
        after = last.userId;
      }
      await note();
    },
  };
}
