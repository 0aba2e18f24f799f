import type { Db } from '../../database/index.ts';
import { readSetting, writeSetting } from '../../database/settings.ts';
import { sleep, type Timers } from '../../platform/clock.ts';
import { type Leases, leaseOfJob } from '../../platform/leases.ts';
import { type Events, MIN_STEP_MS, MIN_STOP_MS, type TimeChange } from '../../telemetry/events/index.ts';
import type { UserWithAutomations } from './read-models/users-with-automations.ts';

const NAME = 'automations_ran';
/** The job that notes uptime. The server that runs it also tells homes of changes of time. */
export const UPTIME_JOB = 'record uptime of automations';
const LEASE = leaseOfJob(UPTIME_JOB);
/** How often it is noted that the server runs. */
export const NOTE_MS = 10_000;
/** How often changes of time are looked for. */
export const WATCH_MS = 1_000;
/** How often, and for how long, a server that starts waits for another one that tells homes. */
const LOOK_MS = 200;
const WAIT_MS = 10_000;

type Homes = (after: string) => AsyncIterable<readonly UserWithAutomations[]>;

type Dependencies = {
  db: Db;
  events: Pick<Events, 'append' | 'time'>;
  /** Reads the users who have automations, in pages, after a user. */
  homes: Homes;
  timers: Pick<Timers, 'setTimer'>;
  leases: Pick<Leases, 'want' | 'holds' | 'use'>;
};

type Told = Omit<TimeChange, 'seen'>;

/**
 * Returns the homes to notify. An interruption concerns homes that have or may have timers; other homes read about it
 * when something happens in them.
 */
const concerned = ({ type }: Told, page: readonly UserWithAutomations[]): readonly UserWithAutomations[] =>
  type === 'clock' ? page : page.filter(({ isBehind, due }) => isBehind || due !== null);

/**
 * Adds changes of time to the logs of homes, so that automations do not take them for time that passed: that the server
 * did not run, that its machine slept, or that the machine's clock was set (decision 0122).
 */
export function createDowntime({ db, events, homes, timers, leases }: Dependencies) {
  const { time } = events;
  /** Returns the time until which some server is known to have run. */
  const ranUntil = async () => Number((await readSetting(db.read, NAME)) ?? Number.NaN);
  const write = (): Promise<void> => db.write((tx) => writeSetting(tx, NAME, String(time.now())));

  /** Tells homes of a change; returns which. */
  async function tell(page: readonly UserWithAutomations[], change: Told): Promise<string[]> {
    const { type, from, at } = change;
    const told = concerned(change, page).map(({ userId }) => userId);
    const entries = told.map((userId) => ({ userId, at, type, data: { from } }) as const);
    if (entries.length > 0) await db.unit(events.append(entries));
    return told;
  }

  const changeToTell = createChangeToTell({ time, timers, leases, ranUntil });
  const record = createRecord(homes, tell);
  const watch = createWatch({ time, isTeller: () => leases.holds(LEASE), ranUntil, record, write });
  return {
    /** Notes that the server runs. After a change that is not recorded yet, the time before it stands. */
    note: async (): Promise<void> => {
      if (!time.isHeld()) await write();
    },
    /** Records what happened to time while the server ran; returns the homes that were told. */
    watch: (): Promise<readonly string[]> => leases.use(LEASE, watch),
    /**
     * Passes on all homes, in pages, after it told them what happened to time while the server did not run. Those that
     * were told that the clock was set have something to process.
     */
    async *notify(): AsyncGenerator<readonly UserWithAutomations[]> {
      const change = await changeToTell();
      for await (const page of homes('')) {
        if (change) await tell(page, change);
        yield change?.type === 'clock' ? page.map((home) => ({ ...home, isBehind: true })) : page;
      }
      if (change) await write();
    },
  };
}

type Starting = Pick<Dependencies, 'timers' | 'leases'> & Pick<Watching, 'time' | 'ranUntil'>;

/**
 * Returns a function that returns the change which this server must tell homes at its start; undefined for none. Of
 * several servers that start together, one tells and the others wait: a home that is told twice that the clock was set
 * would move its timers twice.
 */
function createChangeToTell({ time, timers, leases, ranUntil }: Starting) {
  async function changeAtStart(): Promise<Told | undefined> {
    const from = await ranUntil();
    const at = time.now();
    if (at - from >= MIN_STOP_MS) return { type: 'downtime', from, at };
    return from - at >= MIN_STEP_MS ? { type: 'clock', from, at } : undefined;
  }
  return async () => {
    let change = await changeAtStart();
    if (change) await leases.want([LEASE]);
    for (let waited = 0; change && !leases.holds(LEASE) && waited < WAIT_MS; waited += LOOK_MS) {
      await sleep(timers, LOOK_MS);
      change = await changeAtStart();
    }
    return change;
  };
}

type Watching = {
  time: Events['time'];
  isTeller: () => boolean;
  ranUntil: () => Promise<number>;
  record: (change: Told) => Promise<readonly string[]>;
  write: () => Promise<void>;
};

/** A server that does not tell goes on with the present time when another one has told, or ran meanwhile. */
function createWatch({ time, isTeller, ranUntil, record, write }: Watching) {
  return async (): Promise<readonly string[]> => {
    const changes = time.changes();
    if (changes.length === 0) return [];
    const told = new Set<string>();
    const ran = await ranUntil();
    for (const change of changes) {
      const untold = untoldOf(change, ran);
      if (untold && isTeller()) for (const userId of await record(untold)) told.add(userId);
      // A clock that was set back holds nothing back, so that there is nothing to wait for.
      else if (untold && untold.at > untold.from) return [...told];
      time.release(1);
    }
    if (isTeller()) await write();
    return [...told];
  };
}

/**
 * Returns the part of a change during which no server ran. Only this process stopped, or came late to another time,
 * when one ran after it.
 */
function untoldOf({ seen, ...change }: TimeChange, ran: number): Told | undefined {
  if (change.at < change.from || !(ran - seen >= MIN_STEP_MS)) return change;
  return change.type === 'downtime' && change.at - ran >= MIN_STOP_MS ? { ...change, from: ran } : undefined;
}

/** Returns a function that tells all homes of a change, and goes on after those that were told when it failed. */
function createRecord(
  homes: Homes,
  tell: (page: readonly UserWithAutomations[], change: Told) => Promise<string[]>,
) {
  let reached = '';
  const told: string[] = [];
  return async (change: Told): Promise<readonly string[]> => {
    for await (const page of homes(reached)) {
      told.push(...(await tell(page, change)));
      reached = page.at(-1)?.userId ?? reached;
    }
    reached = '';
    return told.splice(0);
  };
}
