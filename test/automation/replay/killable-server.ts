import type { Config } from '@azulejo/server';
import {
  createMetrics,
  createServerFeatures,
  type Db,
  type Leases,
  type ManualClock,
  type ServerFeatures,
  soleLeases,
} from '@azulejo/server/testing';
import { pino } from 'pino';
import { type KillableDatabase, makeKillable } from './killable-database.ts';

type Options = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: ManualClock;
  /** Whether another server has the lease of everything that one server does. */
  readonly isOther?: boolean;
};
type Running = {
  readonly database: KillableDatabase;
  readonly features: ServerFeatures;
  job(name: string): Promise<void>;
  /** Ends the thread that looks for loops. */
  endThreads(): Promise<void>;
};

/** The features of a server on a database that can go away, as when the process is killed. */
export type KillableServer = AsyncDisposable & {
  features(): ServerFeatures;
  /** Holds back the writes of the process until the returned function is called. */
  holdWrites(): () => void;
  untilHeld(): Promise<void>;
  /** Kills the process after so many more statements. */
  killLater(closing: Parameters<KillableDatabase['close']>[0]): void;
  isKilled(): boolean;
  /** Starts a new process after the kill. */
  restart(): Promise<void>;
  /** Lets automations run until nothing changes any more, or until the process is killed. */
  settle(): Promise<void>;
};

export async function startKillable(options: Options, userId: string): Promise<KillableServer> {
  let running = await start(options);
  const { db } = options;

  /** Counts what the runner has stored so far. */
  async function progress(): Promise<string> {
    const log = await db.read
      .selectFrom('event_counters')
      .select('last')
      .where('user_id', '=', userId)
      .execute();
    const home = await db.read
      .selectFrom('automation_homes')
      .select(['cursor', 'state_json'])
      .where('user_id', '=', userId)
      .execute();
    return JSON.stringify([log, home]);
  }

  return {
    features: () => running.features,
    holdWrites: () => running.database.hold(),
    untilHeld: () => running.database.untilHeld(),
    killLater: (closing) => running.database.close(closing),
    isKilled: () => running.database.isClosed(),
    async restart() {
      await stop(running);
      running = await start(options);
    },
    async settle() {
      for (let [before, same] = ['', 0]; same < 2 && !running.database.isClosed(); ) {
        await running.job('tell automations of changes of time').catch(() => undefined);
        await running.job('record uptime of automations').catch(() => undefined);
        await running.features.writePath.settleOverdue().catch(() => undefined);
        await running.job('settle commands of ended servers').catch(() => undefined);
        await running.job('run automations').catch(() => undefined);
        const now = await progress();
        same = now === before ? same + 1 : 0;
        before = now;
      }
    },
    [Symbol.asyncDispose]: () => stop(running),
  };
}

const NO_LEASES: Leases = { ...soleLeases, holds: () => false };

async function start({ config, db, clock, isOther = false }: Options): Promise<Running> {
  const database = makeKillable(db);
  const { services, list } = await createServerFeatures({
    config,
    db: database.db,
    clock,
    timers: clock,
    logger: pino({ enabled: false }),
    metrics: createMetrics(),
    ...(isOther ? { leases: NO_LEASES } : {}),
  });
  const jobs = new Map(list.flatMap(({ jobs = [] }) => jobs.map((job) => [job.name, job])));
  const named = (service: string) => list.find(({ api }) => service in api);
  await named('automationRunner')?.start?.();
  return {
    database,
    features: services,
    job: async (name) => jobs.get(name)?.run(),
    endThreads: async () => named('automationCheck')?.stop?.(),
  };
}

/** Ends what still runs of a process, which can no longer reach the database. */
async function stop({ database, features, endThreads }: Running): Promise<void> {
  if (!database.isClosed()) database.close({ after: -1, commits: false });
  await features.automationRunner.stop();
  await features.writePath.drain().catch(() => undefined);
  await endThreads();
}
