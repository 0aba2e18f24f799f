import { start } from '@azulejo/agents';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../state/events/index.ts';
import type { CompiledHome } from '../agents/index.ts';
import type { HomeRows } from './home-rows.ts';
import { earlierVersions, type LiveHome, type LiveHomes, type Remembered } from './live-home.ts';
import type { createReadPresent } from './read-present.ts';

type Dependencies = {
  clock: Pick<Clock, 'now'>;
  events: Pick<Events, 'log'>;
  homes: LiveHomes;
  rows: HomeRows;
  homeOf: (userId: string, earlier: ReturnType<typeof earlierVersions>) => Promise<CompiledHome | undefined>;
  readPresent: ReturnType<typeof createReadPresent>;
};

/**
 * Returns a function that finds a home: in memory, else as it was stored, else from the present values. Undefined when
 * its user is gone or disabled.
 */
export function createLoadHome({ clock, events, homes, rows, homeOf, readPresent }: Dependencies) {
  async function begin(userId: string): Promise<LiveHome | undefined> {
    // Events after this number are applied, so that no change between the two reads is lost.
    const cursor = await events.log.lastOf(userId);
    const compiled = await homeOf(userId, []);
    if (!compiled) return undefined;
    const values = await readPresent(compiled, undefined);
    const { state } = start(compiled.home, values, clock.now(), cursor);
    return liveHome({
      userId,
      compiled,
      cursor,
      storedCursor: undefined,
      remembered: { home: state, roots: {} },
    });
  }

  async function restore(userId: string, row: { cursor: number; state_json: string }) {
    const remembered = JSON.parse(row.state_json) as Remembered;
    const present = await homeOf(userId, []);
    const earlier = present ? earlierVersions(remembered, present) : [];
    const compiled = earlier.length > 0 ? await homeOf(userId, earlier) : present;
    const { cursor } = row;
    return compiled && liveHome({ userId, compiled, cursor, storedCursor: cursor, remembered });
  }

  return async (userId: string): Promise<LiveHome | undefined> => {
    const known = homes.get(userId);
    if (known) return known;
    const row = await rows.find(userId);
    const found = row ? await restore(userId, row) : await begin(userId);
    if (!found) return undefined;
    found.size = row?.state_json.length ?? 0;
    homes.set(userId, found);
    return found;
  };
}

const liveHome = (home: Omit<LiveHome, 'nextRuns' | 'size'>): LiveHome => ({
  ...home,
  nextRuns: new Map(),
  size: 0,
});
