import { start } from '@azulejo/agents';
import type { Clock } from '../../platform/clock.ts';
import type { AgentHomes, KnownAgent } from '../agents/index.ts';
import type { HomeRows } from './home-rows.ts';
import { earlierVersions, type LiveHome, type LiveHomes, type Remembered } from './live-home.ts';
import type { AgentsInLog } from './read-models/agents-in-log.ts';
import type { createReadPresent } from './read-present.ts';
import { goneAgents, toRunningHome } from './running-home.ts';

type Dependencies = {
  clock: Pick<Clock, 'now'>;
  homes: LiveHomes;
  rows: HomeRows;
  agentHomes: Pick<AgentHomes, 'asOf'>;
  agentsInLog: (userId: string) => Promise<AgentsInLog>;
  readPresent: ReturnType<typeof createReadPresent>;
};

/**
 * Returns a function that finds a home: in memory, else as it was stored, else from the present values. Undefined when
 * its user is gone or disabled.
 */
export function createLoadHome({ clock, homes, rows, agentHomes, agentsInLog, readPresent }: Dependencies) {
  async function begin(userId: string): Promise<LiveHome | undefined> {
    const { agents, last: cursor } = await agentsInLog(userId);
    const found = await agentHomes.asOf(userId, agents, []);
    if (!found) return undefined;
    const compiled = toRunningHome(found);
    const values = await readPresent(compiled, { userId, n: cursor, known: {} });
    const { state } = start(compiled.home, values, clock.now(), cursor);
    return liveHome({
      userId,
      compiled,
      revision: compiled.revision,
      cursor,
      storedCursor: undefined,
      remembered: { home: state, roots: {}, agents, gone: goneAgents(compiled) },
    });
  }

  /** Returns the agents of a home that was stored by an earlier version: those that ran. */
  async function agentsOf(userId: string, { home }: Remembered): Promise<KnownAgent[]> {
    const { agents } = await agentsInLog(userId);
    return agents.flatMap(({ id }) => {
      const { version, isEnabled } = home.agents[id] ?? {};
      return version === undefined || isEnabled === undefined ? [] : [{ id, version, isEnabled }];
    });
  }

  async function restore(
    userId: string,
    row: { cursor: number; state_json: string; revision: number | null },
  ) {
    const remembered = JSON.parse(row.state_json) as Remembered;
    const agents = remembered.agents ?? (await agentsOf(userId, remembered));
    const found = await agentHomes.asOf(userId, agents, earlierVersions(remembered.home, agents));
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

const liveHome = (home: Omit<LiveHome, 'nextRuns' | 'size'>): LiveHome => ({
  ...home,
  nextRuns: new Map(),
  size: 0,
});
