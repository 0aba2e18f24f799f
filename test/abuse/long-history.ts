import type { Db } from '@azulejo/server/testing';
import { sql } from 'kysely';
import { addressOf } from '../support/panel-scene.ts';
import type { TestPlatform } from '../support/platform.ts';

const CHUNK = 10_000;
const MINUTE_MS = 60_000;

/**
 * Gives a property of a panel `count` values with their hourly roll-ups: one a minute, the last a minute ago.
 */
export async function fillHistory(platform: TestPlatform, channelId: string, count: number): Promise<void> {
  const { server, clock } = platform;
  const [series = 0] = await server.features.history.seriesOf([addressOf(channelId, 'left/measure')]);
  const begin = clock.now() - (count + 1) * MINUTE_MS;
  for (let done = 0; done < count; done += CHUNK) {
    const some = Math.min(CHUNK, count - done);
    await server.db.write(async (tx) => {
      // Checking one foreign key a million times takes PostgreSQL most of a minute.
      if (server.db.engine === 'postgres')
        await sql`set local session_replication_role = replica`.execute(tx);
      await sql`insert into history (series_id, time, n, number)
        with recursive counted (x) as (select 0 union all select x + 1 from counted where x < ${sql.lit(some - 1)})
        select ${sql.lit(series)}, ${sql.lit(begin + done * MINUTE_MS)} + cast(x as bigint) * 60000, 0, x % 100
        from counted`.execute(tx);
      await sql`insert into history_hours (series_id, hour, count, minimum, maximum, sum)
        with recursive counted (x) as (select 0 union all select x + 1 from counted where x < ${sql.lit(Math.ceil(some / 60))})
        select ${sql.lit(series)}, ${sql.lit(begin + done * MINUTE_MS)} + cast(x as bigint) * 3600000, 60, 0, 99, 2970 from counted`.execute(
        tx,
      );
    });
  }
}

/** Gives a channel `count` alarms that have ended: one a minute, the last a minute ago. */
export async function fillAlarms(platform: TestPlatform, channelId: string, count: number): Promise<void> {
  const { server, clock } = platform;
  const begin = clock.now() - (count + 1) * MINUTE_MS;
  for (let done = 0; done < count; done += CHUNK)
    await server.db.write(async (tx) => {
      if (server.db.engine === 'postgres')
        await sql`set local session_replication_role = replica`.execute(tx);
      await sql`insert into alarms (id, channel_id, component_id, property_id, kind, started, ended)
        with recursive counted (x) as (select ${sql.lit(done)} union all
          select x + 1 from counted where x < ${sql.lit(Math.min(done + CHUNK, count) - 1)})
        select 'alarm-' || x, ${sql.lit(channelId)}, 'left', 'measure', 'smoke',
          ${sql.lit(begin)} + cast(x as bigint) * 60000, ${sql.lit(begin)} + cast(x as bigint) * 60000 + 1
        from counted`.execute(tx);
    });
}

const OF_CHANNEL = [
  'alarms',
  'commands',
  'grants',
  'notification_incidents',
  'pairing_grants',
  'property_values',
  'series',
  'tiles',
  'virtual_devices',
];
const OF_SERIES = ['history', 'history_hours', 'history_non_numeric_hours'];

/** Returns the tables with a row of the channel or of one of its series. The audit log is not searched. */
export async function tracesOf(db: Db, channelId: string, series: readonly number[]): Promise<string[]> {
  const { rows: found } = await sql<{ name: string }>`${sql.join(
    [
      ...['channels'].map((name) => traceIn(name, 'id', channelId)),
      ...OF_CHANNEL.map((name) => traceIn(name, 'channel_id', channelId)),
      ...series.flatMap((id) => OF_SERIES.map((name) => traceIn(name, 'series_id', id))),
    ],
    sql` union `,
  )}`.execute(db.read);
  return found.map(({ name }) => name).sort();
}

const traceIn = (table: string, column: string, id: string | number) =>
  sql`select ${sql.lit(table)} as name where exists
    (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${sql.lit(id)})`;

export const seriesOf = async (db: Db, channelId: string): Promise<number[]> =>
  (await db.read.selectFrom('series').select('id').where('channel_id', '=', channelId).execute()).map(
    ({ id }) => id,
  );

/** Returns the time of the oldest value that is left, or undefined when there is none. */
export const oldestOf = async (db: Db, series: readonly number[]): Promise<number | undefined> =>
  (
    await db.read
      .selectFrom('history')
      .select('time')
      .where('series_id', 'in', series)
      .orderBy('series_id')
      .orderBy('time')
      .limit(1)
      .executeTakeFirst()
  )?.time;

export const countHistory = async (db: Db): Promise<number> =>
  Number(
    (
      await db.read
        .selectFrom('history')
        .select(({ fn }) => fn.countAll<number | string>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
