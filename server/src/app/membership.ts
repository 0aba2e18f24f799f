import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../config/config.ts';
import { installation } from '../config/installation.ts';
import type { Platform } from '../core/feature.ts';
import { createServerRows, joinServers, type Membership } from '../core/servers/index.ts';
import { openForMembership } from '../database/open.ts';
import type { Timers } from '../platform/clock.ts';
import type { TimeReading } from '../platform/database-clock.ts';
import { soleContact } from '../platform/database-contact.ts';
import { soleLeases } from '../platform/leases.ts';
import type { Logger } from '../platform/logger.ts';

type Options = {
  /** The id of the data directory. */
  id: string;
  timers: Timers;
  logger: Logger;
  /** Called with the time of the database, again and again. */
  onTime: ((reading: TimeReading) => void) | undefined;
};

type Joined = AsyncDisposable & {
  readonly platform: Pick<Platform, 'leases' | 'databaseContact'>;
  /** Undefined on SQLite, which no other server can use. */
  readonly membership: Membership | undefined;
};

/** Joins the servers of the database. Its connection is its own, so that load does not delay renewals. */
export async function join(config: Config, { id, timers, logger, onTime }: Options): Promise<Joined> {
  await using opened = new AsyncDisposableStack();
  if (config.databaseUrl === undefined) {
    const platform = { leases: soleLeases, databaseContact: soleContact };
    return { platform, membership: undefined, [Symbol.asyncDispose]: async () => undefined };
  }
  const host = hostname();
  const membership = opened.use(
    await joinServers({
      // Machines that were copied share ids of data directories, and containers share host names.
      id: hash('sha256', `${id} ${host}`, 'base64url').slice(0, ID_LENGTH),
      host,
      version: installation.version,
      rows: createServerRows(opened.use(await openForMembership(config))),
      timers,
      logger,
      onTime,
      patienceMs: PATIENCE_MS,
    }),
  );
  const resources = opened.move();
  const platform = { leases: membership.leases, databaseContact: membership.contact };
  return { platform, membership, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

const ID_LENGTH = 16;
const PATIENCE_MS = 60_000;
