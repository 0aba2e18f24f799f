import type { Db } from '../../database/index.ts';
import { readSetting, writeSetting } from '../../database/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../state/events/index.ts';
import type { UserWithAgents } from './read-models/users-with-agents.ts';

const NAME = 'agents_ran';
/** How often it is noted that the server runs. */
export const NOTE_MS = 10_000;
/** A shorter interruption is not recorded: people do not notice how late timers fire. */
const MIN_MS = 30_000;

type Dependencies = { db: Db; clock: Pick<Clock, 'now'>; events: Pick<Events, 'append'> };

/**
 * Notes that the server runs. After an interruption it adds an event to the logs of homes, before any other: timers
 * that came due in between run late or are missed (decision 0106).
 */
export function createDowntime({ db, clock, events }: Dependencies) {
  const note = (): Promise<void> => db.write((tx) => writeSetting(tx, NAME, String(clock.now())));

  /** Returns since when the server did not run; undefined unless that is long ago. */
  async function since(): Promise<number | undefined> {
    const from = Number((await readSetting(db.read, NAME)) ?? Number.NaN);
    return clock.now() - from >= MIN_MS ? from : undefined;
  }

  async function notifyHomes(homes: readonly UserWithAgents[], from: number): Promise<void> {
    const at = clock.now();
    const entries = homes.map(({ userId }) => ({ userId, at, type: 'downtime', data: { from } }) as const);
    if (entries.length > 0) await db.unit(events.append(entries));
  }

  return {
    note,
    /**
     * Passes on the homes, in pages, after it notified those that have or may have timers of an interruption. Homes
     * in which nothing was due in between read about it when something happens in them.
     */
    async *notify(
      homes: AsyncIterable<readonly UserWithAgents[]>,
    ): AsyncGenerator<readonly UserWithAgents[]> {
      const from = await since();
      for await (const page of homes) {
        const affected = page.filter(({ isBehind, due }) => isBehind || due !== null);
        if (from !== undefined) await notifyHomes(affected, from);
        yield page;
      }
      if (from !== undefined) await note();
    },
  };
}
