import { start } from '@azulejo/agents';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../state/events/index.ts';
import type { AgentHomes } from '../agents/index.ts';
import type { HomeRows } from './home-rows.ts';
import type { LiveHome, LiveHomes, Remembered } from './live-home.ts';
import type { createReadPresent } from './read-present.ts';
import { toRunningHome } from './running-home.ts';

type Dependencies = {
  clock: Pick<Clock, 'now'>;
  events: Pick<Events, 'log'>;
  homes: LiveHomes;
  rows: HomeRows;
  agentHomes: Pick<AgentHomes, 'of' | 'asOf'>;
  readPresent: ReturnType<typeof createReadPresent>;
};

/**
 * Returns a function that finds a home: in memory, else as it was stored, else from the present values. Undefined when
 * its user is gone or disabled.
 */
export function createLoadHome({ clock, events, homes, rows, agentHomes, readPresent }: Dependencies) {
  async function begin(userId: string): Promise<LiveHome | undefined> {
    // Events after this number are applied, so that no change between the two reads is lost.
    const cursor = await events.log.lastOf(userId);
    const found = await agentHomes.of(userId);
    if (!found) return undefined;
    const compiled = toRunningHome(found);
    const values = await readPresent(compiled, undefined);
    const { state } = start(compiled.home, values, clock.now(), cursor);
    return liveHome({
      userId,
      compiled,
      revision: compiled.revision,
      cursor,
      storedCursor: undefined,
      remembered: { home: state, roots: {} },
    });
  }

  async function restore(
    userId: string,
    row: { cursor: number; state_json: string; revision: number | null },
  ) {
    const remembered = JSON.parse(row.state_json) as Remembered;
    const { agents } = remembered.home;
    const found = await agentHomes.asOf(userId, agents, versionsOfRuns(agents));
    if (!found) return undefined;
    const compiled = toRunningHome(found);
    // The log is not read for what no agent names, so a value would become old; a change of the home reads it again.
    const { values } = remembered.home;
    for (const key of Object.keys(values)) if (!compiled.home.names.has(key)) delete values[key];
    const { cursor, revision } = row;
    return liveHome({ userId, compiled, revision, cursor, storedCursor: cursor, remembered });
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

/** Returns the versions of which runs are not over, without those that their agents have now. */
const versionsOfRuns = (agents: Remembered['home']['agents']) =>
  Object.entries(agents).flatMap(([id, { version: now, runs }]) =>
    [...new Set(runs.map(({ version }) => version))]
      .filter((version) => version !== now)
      .map((version) => ({ id, version })),
  );

const liveHome = (home: Omit<LiveHome, 'nextRuns' | 'size'>): LiveHome => ({
  ...home,
  nextRuns: new Map(),
  size: 0,
});
