import { type Database, migrations } from '@azulejo/server/testing';
import { openStorage } from '@azulejo/storage';
import { sql } from 'kysely';
import type { Context, Scene } from './context.ts';
import { get, type LoadResult, load } from './load.ts';
import type { Figure } from './report.ts';
import { alternate, median, summarize } from './rounds.ts';

const POINTS = 1_000_000;
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Long, since no request waits for the writing connection here. */
const WRITE_LIMIT_MS = 60_000;
const CHUNK = 50_000;

type Series = { channelId: string; componentId: string; propertyId: string; start: number };

/**
 * Measures down-sampling one day of a million values (one per second), and the latency of other requests
 * while all of them are read.
 */
export async function history(context: Context): Promise<Figure[]> {
  const scene = await context.small();
  const series = await fill(scene);
  const figures: Figure[] = [];
  for (const interval of ['15m', '1h']) {
    const from = series.start + DAY;
    const query = `interval=${interval}&from=${from}&to=${from + DAY}`;
    const results: LoadResult[] = [];
    for (let round = 0; round < context.pace.rounds; round += 1)
      results.push(await ask(scene, pathOf(series, query), context.pace.ms));
    figures.push({
      bench: 'history',
      name: `a day of 1,000,000 values, by ${interval}`,
      unit: 'ms',
      measured: median(results.map(({ p50 }) => p50)),
      aim: { of: 'measured', is: 'at most', value: 50 },
    });
  }
  return [...figures, await duringLongReads(context, scene, series)];
}

/**
 * Measures the latency of a profile while another request reads a million values,
 * compared with an idle server.
 */
async function duringLongReads(context: Context, scene: Scene, series: Series): Promise<Figure> {
  const { slices, ms } = context.pace;
  const profile = () => ask(scene, '/v3/users/me', ms);
  const long = pathOf(series, 'interval=7m&page_size=9999');
  const pairs = await alternate(
    slices,
    async () => (await Promise.all([profile(), ask(scene, long, ms)]))[0],
    profile,
  );
  return {
    bench: 'history',
    name: 'GET users/me, p99, during reads of 1,000,000 values',
    unit: 'ms',
    ...summarize(pairs, ({ p99 }) => p99),
  };
}

const pathOf = ({ channelId, componentId, propertyId }: Series, query: string): string =>
  `/v3/channels/${channelId}/components/${componentId}/properties/${propertyId}/history?${query}`;

function ask({ platform, homes }: Scene, path: string, ms: number): Promise<LoadResult> {
  const text = get(path, { Authorization: `Bearer ${homes.readers[0]?.token ?? ''}` });
  return load({ url: platform.url, connections: 1, ms, script: () => ({ next: () => text }) });
}

/** Stores the values. Each chunk is one `insert … select`, so that the database generates the rows. */
async function fill({ place, homes }: Scene): Promise<Series> {
  await using db = await openStorage<Database>({ ...place, migrations, writeLimitMs: WRITE_LIMIT_MS });
  const { channelId } = await db.read
    .selectFrom('grants')
    .select('channel_id as channelId')
    .where('grantee_id', '=', homes.readers[0]?.id ?? '')
    .executeTakeFirstOrThrow();
  const address = { channelId, componentId: 'bench', propertyId: 'bench' };
  const { id } = await db.write((tx) =>
    tx
      .insertInto('series')
      .values({ channel_id: channelId, component_id: 'bench', property_id: 'bench' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const start = Math.floor((Date.now() - POINTS * SECOND) / HOUR) * HOUR;
  for (let first = 0; first < POINTS; first += CHUNK) {
    const last = first + CHUNK - 1;
    await db.write((tx) =>
      sql`insert into history (series_id, time, n, number)
        with recursive n (i) as (select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(last)})
        select ${sql.lit(id)}, ${sql.lit(start)} + i * ${sql.lit(SECOND)}, i % 1000, ((i * 7919) % 1000) / 10.0 from n`.execute(
        tx,
      ),
    );
  }
  await db.write((tx) =>
    sql`insert into history_hours (series_id, hour, count, minimum, maximum, sum)
      select series_id, time / ${sql.lit(HOUR)} * ${sql.lit(HOUR)}, count(*), min(number), max(number), sum(number)
      from history where series_id = ${sql.lit(id)} group by 1, 2`.execute(tx),
  );
  // Users cannot read values from before their grant.
  await db.write((tx) =>
    tx.updateTable('grants').set({ created: start }).where('channel_id', '=', channelId).execute(),
  );
  // PostgreSQL would analyze automatically within a minute. SQLite never does while the platform runs.
  if (db.engine === 'postgres') await db.write((tx) => sql`analyze`.execute(tx));
  return { ...address, start };
}
