import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SQLITE_FILE } from '@azulejo/storage';
import type { Place } from '@azulejo/storage/testing';
import pg from 'pg';
import type { Statement } from './recorded-statements.ts';

/** How much a statement has to do: milliseconds of a read on SQLite, rows that were visited on PostgreSQL. */
export type Work = { readonly amount: number; readonly plan: readonly string[] };

/** Direct access to the database of a platform that has stopped. */
export type Session = AsyncDisposable & {
  run(statement: string): Promise<void>;
  count(table: string): Promise<number>;
  /** Returns a table of the numbers `n` in a range. */
  numbers(first: number, last: number): string;
  /** Stores rows without checking that what they refer to exists. */
  withoutReferences(store: () => Promise<void>): Promise<void>;
  /** Runs a statement, without keeping what it changes. PostgreSQL returns nothing for an insertion that is there already. */
  measure(statement: Statement): Promise<Work | undefined>;
};

export const openSession = ({ dataDir, databaseUrl }: Place): Promise<Session> =>
  databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl);

/** SQLite counts no rows, so the time of the processor in the fastest run is measured: other processes do not add to it. */
const RUNS = 3;

async function openSqlite(dataDir: string): Promise<Session> {
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE));
  database.exec('pragma synchronous = off; pragma cache_size = -200000; pragma temp_store = memory');
  return {
    run: async (statement) => {
      // The platform does not analyze its SQLite file either.
      if (statement !== 'analyze') database.exec(statement);
    },
    count: async (table) => Number(database.prepare(`select count(*) as rows from ${table}`).get()?.['rows']),
    numbers: (first, last) =>
      `(with recursive n(n) as (values(${first}) union all select n + 1 from n where n < ${last}) select n from n where n between ${first} and ${last})`,
    async withoutReferences(store) {
      database.exec('pragma foreign_keys = off; begin');
      await store();
      database.exec('commit; pragma foreign_keys = on');
    },
    async measure({ sql, parameters }) {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      const values = parameters.map((value) =>
        Number.isSafeInteger(value) ? BigInt(value as number) : value,
      );
      const plan = database.prepare(`explain query plan ${sql}`).all(...(values as never[]));
      const time = () => {
        const start = process.threadCpuUsage();
        statement.all(...(values as never[]));
        const { user, system } = process.threadCpuUsage(start);
        return (user + system) / 1_000;
      };
      // The time of a change depends on how many pages it writes.
      const times = /^\s*select/i.test(sql) ? Array.from({ length: RUNS }, time) : [0];
      return { amount: Math.min(...times), plan: plan.map(({ detail }) => String(detail)) };
    },
    async [Symbol.asyncDispose]() {
      database.close();
    },
  };
}

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: readonly Node[];
};

/** Returns the rows that the nodes of a plan have read or looked at. */
const visitedBy = (node: Node): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0)) *
    node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, child) => sum + visitedBy(child), 0);

async function openPostgres(url: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = async (statement: string) => void (await client.query(statement));
  return {
    run,
    count: async (table) =>
      Number((await client.query(`select count(*) as rows from ${table}`)).rows[0].rows),
    numbers: (first, last) => `(select n from generate_series(${first}::bigint, ${last}::bigint) as n)`,
    async withoutReferences(store) {
      await run("begin; set local session_replication_role = 'replica'");
      await store();
      await run('commit');
    },
    async measure({ sql, parameters }) {
      // A table of thousands of rows is read as a whole when that costs less than looking up a hundred of them.
      await run('begin; set local enable_seqscan = off');
      try {
        const explained = await client.query(`explain (analyze, timing off, format json) ${sql}`, [
          ...parameters,
        ]);
        const [{ Plan: plan }] = explained.rows[0]['QUERY PLAN'] as [{ Plan: Node }];
        return { amount: visitedBy(plan), plan: describe(plan) };
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('duplicate key')) return undefined;
        throw error;
      } finally {
        await run('rollback');
      }
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

const describe = (node: Node, depth = 0): string[] => [
  `${' '.repeat(depth)}${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Actual Rows']} × ${node['Actual Loops']}`,
  ...(node.Plans ?? []).flatMap((child) => describe(child, depth + 1)),
];
