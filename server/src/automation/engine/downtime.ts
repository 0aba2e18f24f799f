import type { Db } from '../../database/index.ts';
import { readSetting, writeSetting } from '../../database/settings.ts';
import { type Events, MIN_STOP_MS, type TimeChange } from '../../telemetry/events/index.ts';
import type { UserWithAutomations } from './read-models/users-with-automations.ts';

const NAME = 'automations_ran';
/** How often it is noted that the server runs. */
export const NOTE_MS = 10_000;
/** How often changes of time are looked for. */
export const WATCH_MS = 1_000;

type Homes = (after: string) => AsyncIterable<readonly UserWithAutomations[]>;

type Dependencies = {
  db: Db;
  events: Pick<Events, 'append' | 'time'>;
  /** Reads the users who have automations, in pages, after a user. */
  homes: Homes;
};

/**
 * Returns the homes to notify. An interruption concerns homes that have or may have timers; other homes read about it
 * when something happens in them.
 */
const concerned = (
  { type }: TimeChange,
  page: readonly UserWithAutomations[],
): readonly UserWithAutomations[] =>
  type === 'clock' ? page : page.filter(({ isBehind, due }) => isBehind || due !== null);

/**
 * Adds changes of time to the logs of homes, so that automations do not take them for time that passed: that the server
 * did not run, that its machine slept, or that the machine's clock was set (decision 0122).
 */
export function createDowntime({ db, events, homes }: Dependencies) {
  const { time } = events;
  const write = (): Promise<void> => db.write((tx) => writeSetting(tx, NAME, String(time.now())));

  /** Returns what happened to time since the server ran last; undefined for nothing of note. */
  async function changeAtStart(): Promise<TimeChange | undefined> {
    const from = Number((await readSetting(db.read, NAME)) ?? Number.NaN);
    const at = time.now();
    if (at - from >= MIN_STOP_MS) return { type: 'downtime', from, at };
    return at < from ? { type: 'clock', from, at } : undefined;
  }

  /** Tells homes of a change; returns which. */
  async function tell(page: readonly UserWithAutomations[], change: TimeChange): Promise<string[]> {
    const { type, from, at } = change;
    const told = concerned(change, page).map(({ userId }) => userId);
    const entries = told.map((userId) => ({ userId, at, type, data: { from } }) as const);
    if (entries.length > 0) await db.unit(events.append(entries));
    return told;
  }

  const record = createRecord(homes, tell);
  return {
    /** Notes that the server runs. After a change that is not recorded yet, the time before it stands. */
    note: async (): Promise<void> => {
      if (!time.isHeld()) await write();
    },
    /** Records what happened to time while the server ran; returns the homes that were told. */
    async watch(): Promise<readonly string[]> {
      const told = new Set<string>();
      for (const change of time.changes()) {
        for (const userId of await record(change)) told.add(userId);
        time.release(1);
      }
      if (told.size > 0) await write();
      return [...told];
    },
    /**
     * Passes on all homes, in pages, after it told them what happened to time while the server did not run. Those that
     * were told that the clock was set have something to process.
     */
    async *notify(): AsyncGenerator<readonly UserWithAutomations[]> {
      const change = await changeAtStart();
      for await (const page of homes('')) {
        if (change) await tell(page, change);
        yield change?.type === 'clock' ? page.map((home) => ({ ...home, isBehind: true })) : page;
      }
      if (change) await write();
    },
  };
}

/** Returns a function that tells all homes of a change, and goes on after those that were told when it failed. */
function createRecord(
  homes: Homes,
  tell: (page: readonly UserWithAutomations[], change: TimeChange) => Promise<string[]>,
) {
  let reached = '';
  const told: string[] = [];
  return async (change: TimeChange): Promise<readonly string[]> => {
    for await (const page of homes(reached)) {
      told.push(...(await tell(page, change)));
      reached = page.at(-1)?.userId ?? reached;
    }
    reached = '';
    return told.splice(0);
  };
}
