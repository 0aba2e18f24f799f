import { start } from '@azulejo/automations';
import type { Clock } from '../../platform/clock.ts';
import type { AutomationHomes, KnownAutomation } from '../definitions/index.ts';
import type { HomeRows } from './home-rows.ts';
import { earlierVersions, type LiveHome, type LiveHomes, type Remembered } from './live-home.ts';
import type { AutomationsInLog } from './read-models/automations-in-log.ts';
import type { createReadPresent } from './read-present.ts';
import { goneAutomations, toRunningHome } from './running-home.ts';

type Dependencies = {
  clock: Pick<Clock, 'now'>;
  homes: LiveHomes;
  rows: HomeRows;
  automationHomes: Pick<AutomationHomes, 'asOf'>;
  automationsInLog: (userId: string) => Promise<AutomationsInLog>;
  readPresent: ReturnType<typeof createReadPresent>;
};

/**
 * Returns a function that finds a home: in memory, else as it was stored, else from the present values. Undefined when
 * its user is gone or disabled.
 */
export function createLoadHome(dependencies: Dependencies) {
  const { clock, homes, rows, automationHomes, automationsInLog, readPresent } = dependencies;

  async function begin(userId: string): Promise<LiveHome | undefined> {
    const { automations, last: cursor } = await automationsInLog(userId);
    const found = await automationHomes.asOf(userId, automations, []);
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
      remembered: { home: state, roots: {}, automations, gone: goneAutomations(compiled) },
    });
  }

  /** Returns the automations of a home that was stored by an earlier version: those that ran. */
  async function automationsOf(userId: string, { home }: Remembered): Promise<KnownAutomation[]> {
    const { automations } = await automationsInLog(userId);
    return automations.flatMap(({ id }) => {
      const { version, isEnabled } = home.automations[id] ?? {};
      return version === undefined || isEnabled === undefined ? [] : [{ id, version, isEnabled }];
    });
  }

  async function restore(
    userId: string,
    row: { cursor: number; state_json: string; revision: number | null },
  ) {
    const remembered = JSON.parse(row.state_json) as Remembered;
    const automations = remembered.automations ?? (await automationsOf(userId, remembered));
    const earlier = earlierVersions(remembered.home, automations);
    const found = await automationHomes.asOf(userId, automations, earlier);
    if (!found) return undefined;
    const compiled = toRunningHome(found);
    // The log is not read for what no automation names, so a value would become old; a change of the home reads it
    // again.
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
