import { type Database, migrations } from '@azulejo/server/testing';
import { openStorage } from '@azulejo/storage';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.ts';
import { openMqttLoad } from './mqtt-load.ts';
import type { Figure } from './report.ts';

const IN_FLIGHT = 64;
const PUBLISH_MS = 10_000;
const HOUR = 3_600_000;
/** Long, since no request waits for the writing connection here. */
const WRITE_LIMIT_MS = 60_000;

/** What takes space, by table. Those that devices write are filled over MQTT, the others by a statement. */
const CLASSES = {
  history: 'a stored value (HISTORY_RETENTION)',
  user_events: 'an event of a home (EVENT_RETENTION)',
  history_hours: 'an hour of a number (HISTORY_HOURS_RETENTION)',
  audit: 'an entry of the audit log (AUDIT_RETENTION)',
  audit_seals: 'the seal of an entry',
} as const;
type Table = keyof typeof CLASSES;
const TABLES = Object.keys(CLASSES) as Table[];

const HASH = sql.lit('0123456789abcdef'.repeat(4));

type Storage = Awaited<ReturnType<typeof openStorage<Database>>>;
type Sizes = Readonly<Record<Table, { bytes: number; rows: number }>>;

/** Measures how many bytes a row of each retention takes on the disk, with its indexes. */
export async function disk(context: Context): Promise<Figure[]> {
  const { home, platform, place } = await context.reporting();
  await using db = await openStorage<Database>({ ...place, migrations, writeLimitMs: WRITE_LIMIT_MS });
  const before = await readSizes(db);
  await report(home, platform.mqttPort);
  for (const statement of synthetic()) await db.write((tx) => statement.execute(tx));
  const after = await readSizes(db);
  return TABLES.map((table) => ({
    bench: 'disk',
    name: CLASSES[table],
    unit: 'B',
    measured: (after[table].bytes - before[table].bytes) / (after[table].rows - before[table].rows),
  }));
}

type Home = Awaited<ReturnType<Context['reporting']>>['home'];

/** Publishes values of a hundred devices, in turn as real ones do: each of them is stored. */
async function report(home: Home, port: number): Promise<void> {
  const publishers = home.devices.map(({ topic, clientId, token }) => ({
    topic,
    credentials: { clientId, token },
  }));
  const listener = { filter: home.filter, by: { credentials: home.person } };
  using load = await openMqttLoad({ port, io: 'iw', publishers, listener });
  await load.run(PUBLISH_MS, IN_FLIGHT);
}

/** Returns the hours of a hundred numbers during a month, and 20,000 actions, in the order of their time. */
function synthetic(): RawBuilder<unknown>[] {
  const numbers = (last: number) =>
    sql`with recursive n (i) as (select cast(0 as bigint) union all select i + 1 from n where i < ${sql.lit(last)})`;
  const start = sql.lit(Math.ceil(Date.now() / HOUR) * HOUR);
  return [
    sql`insert into history_hours (series_id, hour, count, minimum, maximum, sum)
      ${numbers(72_000)} select s.id, ${start} + (i / 100) * ${sql.lit(HOUR)}, 60, i % 7 + 18.4, i % 9 + 21.7, 1234.5
      from n join (select id, row_number() over (order by id) - 1 as k from series) s on s.k = i % 100 order by i`,
    sql`insert into audit (id, at, actor_id, action, target_id, address, detail, count, is_refusal, seal)
      ${numbers(20_000)} select '7d0c2f5e-3b1a-4c8d-9e6f-' || (100000000000 + i * 7919), ${start} + i * 1000, '8a5c0e7f-2b3d-4c1e-9f60-7d8e9fa0b1c2', 'device.update',
      '1f6e4c0a-5d2b-4e7f-8a91-0b1c2d3e4f50', '192.168.178.23', 'Lamp in the hall', 1, 0, 1000000 + i from n`,
    sql`insert into audit_seals (n, at, is_refusal, hash, chain)
      ${numbers(20_000)} select 1000000 + i, ${start} + i * 1000, 0, ${HASH}, ${HASH} from n`,
  ];
}

async function readSizes(db: Storage): Promise<Sizes> {
  const entries = TABLES.map(async (table) => {
    const bytes =
      db.engine === 'postgres'
        ? sql<{ n: string }>`select pg_total_relation_size(${sql.lit(table)}) as n`
        : sql<{
            n: number;
          }>`select sum(s.pgsize) as n from dbstat s join sqlite_schema m on m.name = s.name where m.tbl_name = ${sql.lit(table)}`;
    const rows = sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`;
    return [table, { bytes: await numberOf(db, bytes), rows: await numberOf(db, rows) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Sizes;
}

async function numberOf(db: Storage, query: RawBuilder<{ n: number | string }>): Promise<number> {
  return Number((await query.execute(db.read)).rows[0]?.n ?? 0);
}
