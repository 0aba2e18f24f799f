import { sql } from 'kysely';
import { databaseTime } from '../../database/database-time.ts';
import type { Db } from '../../database/index.ts';
import { type Identity, isRenewing, type Traits } from './server-rows.ts';

/** What a server measures, for people who look after all of them. */
export type ServerReport = {
  readonly parts: number;
  readonly connections: number;
  /** The mean of the last messages of other servers; null without any. */
  readonly busDelayMs: number | null;
  readonly clockOffsetMs: number;
};

type Shown = Identity & Pick<Traits, 'schema' | 'bus'>;

/** The server in which this code runs. */
export type OwnServer = Shown & {
  readonly started: number;
  report(): Promise<ServerReport>;
  /** Hands its work and clients over to the others, and takes no more until it is restarted. */
  drain(): Promise<void>;
  isDraining(): boolean;
};

export type ReportedServer = Shown & {
  readonly started: number;
  readonly state: 'working' | 'draining' | 'silent';
  /** Null until it has measured something. */
  readonly report: ServerReport | null;
};

export type ServerReports = ReturnType<typeof createServerReports>;

/** Stores and lists what the servers of a PostgreSQL database measure, and which of them should drain. */
export function createServerReports(db: Db) {
  const store = db.prepare<{ id: string; report: string; clears: number }>()((kysely, p) =>
    kysely
      .updateTable('servers')
      .set({ report: p('report'), asked_to_drain: sql<number>`asked_to_drain * (1 - ${p('clears')})` })
      .where('id', '=', p('id'))
      .returning('asked_to_drain'),
  );
  const ask = db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .updateTable('servers')
      .set({ asked_to_drain: sql.lit(1) })
      .where('id', '=', p('id'))
      .where('until', '>', databaseTime())
      .returning('name'),
  );
  const list = db.prepare<object>()((kysely) =>
    kysely
      .selectFrom('servers')
      .select(['id', 'name', 'version', 'schema', 'bus', 'started', 'draining', 'asked_to_drain', 'report'])
      .select(sql<number>`until - ${databaseTime()}`.as('validMs'))
      .where('until', '>', databaseTime())
      .orderBy('name')
      .limit(sql.lit(MAX_LISTED)),
  );
  return {
    /** Stores a report. Returns whether the server should drain; what was asked of an earlier process is forgotten. */
    async store(id: string, report: ServerReport, { isFirst }: { isFirst: boolean }): Promise<boolean> {
      const bound = store.bind({ id, report: JSON.stringify(report), clears: isFirst ? 1 : 0 });
      const result = await db.unit([bound]);
      const [row] = result.committed ? (result.rows[0] as { asked_to_drain: number }[]) : [];
      return row?.asked_to_drain === 1;
    },
    /** Asks a server to drain, which it does when it reports next. Returns its name; undefined when it does not run. */
    async askToDrain(id: string): Promise<string | undefined> {
      const result = await db.unit([ask.bind({ id })]);
      return result.committed ? (result.rows[0] as { name: string }[])[0]?.name : undefined;
    },
    list: async (): Promise<ReportedServer[]> =>
      (await list.all({})).map(({ draining, asked_to_drain: isAsked, report, validMs, ...server }) => ({
        ...server,
        state: stateOf(draining + isAsked > 0, validMs),
        report: report === null ? null : (JSON.parse(report) as ServerReport),
      })),
  };
}

function stateOf(isDraining: boolean, validMs: number): ReportedServer['state'] {
  if (!isRenewing(validMs)) return 'silent';
  return isDraining ? 'draining' : 'working';
}

/** More servers than one database serves. */
const MAX_LISTED = 200;
