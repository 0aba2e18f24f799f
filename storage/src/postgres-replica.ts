import type pg from 'pg';
import { query } from './postgres-connection.ts';

/** How far a replica may be behind. */
const MAX_BEHIND_MS = 5_000;
/** How often the replica is compared with the primary, and attempted again after a failure. */
const CHECK_MS = 1_000;
const RETRY_MS = 5_000;

/**
 * Positions in the log of writes as numbers, because text orders them otherwise. A server that is no replica has
 * replayed everything: a pooler may lead to the primary.
 */
const POSITION = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as position`;
const REPLAYED = `select case when pg_is_in_recovery()
  then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') end as position`;

type Pools = { primary: pg.Pool; replica: pg.Pool; monotonic?: () => number };

/**
 * Knows whether a replica may be read:
 * 1. Remember how far the primary's log was, once a second while there are reads.
 * 2. The replica is fresh when it has replayed a position that the primary had at most five seconds ago. Its own clock
 *    and the time of its last transaction tell nothing when the primary is idle, or the replica is cut off.
 * 3. After a failure it is not read for five seconds.
 */
export function createReplica({ primary, replica, monotonic = () => performance.now() }: Pools) {
  let positions: { at: number; position: number }[] = [];
  let isFresh = false;
  let nextCheck = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    const at = monotonic();
    const [{ position }, { position: replayed }] = await Promise.all([
      read(primary, POSITION),
      read(replica, REPLAYED),
    ]);
    positions = positions.filter((each) => monotonic() - each.at <= MAX_BEHIND_MS);
    if (position !== null) positions.push({ at, position });
    isFresh = replayed === null || positions.some((each) => each.position <= replayed);
    nextCheck = at + CHECK_MS;
  }

  function failed(): void {
    isFresh = false;
    nextCheck = monotonic() + RETRY_MS;
  }

  return {
    /** Returns whether the replica is at most five seconds behind. */
    async isFresh(): Promise<boolean> {
      if (monotonic() >= nextCheck) {
        checking ??= check()
          .catch(failed)
          .finally(() => {
            checking = undefined;
          });
        await checking;
      }
      return isFresh;
    },
    failed,
  };
}

async function read(pool: pg.Pool, sql: string): Promise<{ position: number | null }> {
  const { rows } = await query(pool, { sql, parameters: [] });
  return rows[0] as { position: number | null };
}
