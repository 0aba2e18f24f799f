import type { Config } from '../config/config.ts';
import type { LiveServerBus } from '../connections/mqtt/index.ts';
import type { Db } from '../database/index.ts';
import { initializeSetting, readSetting } from '../database/settings.ts';
import type { Clock, Timers } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { newId } from '../platform/random-token.ts';
import { createNoBus, createServerBus } from '../platform/server-bus/index.ts';

type Options = {
  config: Pick<Config, 'databaseUrl' | 'busUrl'>;
  db: Db;
  /** The id of this server. */
  server: string;
  clock: Clock;
  timers: Timers;
  logger: Logger;
  /** Whether other servers may use the database. */
  hasOthers: boolean;
};

/** Opens the bus to the other servers of the database: NATS where it is set, else PostgreSQL itself. */
export async function openServerBus(options: Options): Promise<LiveServerBus> {
  if (!options.hasOthers) return createNoBus();
  const { server, clock, timers, logger } = options;
  const transport = await transportOf(options);
  return await createServerBus(transport, { server, epoch: newId(), clock, timers, logger });
}

/** Loads only the client that is needed. */
async function transportOf({ config: { databaseUrl: url, busUrl }, db, timers, logger }: Options) {
  if (url === undefined) throw new Error('Several servers need PostgreSQL.');
  if (busUrl === undefined) {
    const { openPostgresTransport } = await import('../platform/server-bus/postgres.ts');
    return openPostgresTransport({ url, timers, logger });
  }
  const { openNatsTransport } = await import('../platform/server-bus/nats.ts');
  return openNatsTransport({ url: busUrl, database: await databaseId(db), timers, logger });
}

const DATABASE_ID = 'database_id';

/** Returns the id of the database, whatever its address is. */
async function databaseId(db: Db): Promise<string> {
  await db.write((tx) => initializeSetting(tx, DATABASE_ID, newId()));
  const id = await readSetting(db.read, DATABASE_ID);
  if (id === undefined) throw new Error('The id of the database was not stored.');
  return id;
}
