import type { Miss, Start, Verdict } from '@azulejo/automations';
import type { AutomationMissReason } from '@azulejo/contract';
import type { Selectable } from 'kysely';
import type { Database, Db } from '../../database/index.ts';
import { createPruneRuns } from './prune-runs.ts';

export type RunRow = Selectable<Database['automation_runs']>;
export type StoredStep = Selectable<Database['automation_steps']>;

export type StoredRun = Omit<RunRow, 'start_json' | 'conditions_json' | 'chain_json'> & {
  readonly start: Start;
  readonly conditions: readonly Verdict[];
  readonly chain: readonly string[];
};

/** Counts why an automation did not run, by reason. */
export type StoredMisses = {
  readonly reason: AutomationMissReason;
  /** The oldest comes first. */
  readonly hours: readonly { readonly hour: number; readonly count: number }[];
  /** The newest comes first. */
  readonly last: readonly Miss[];
};

/** The most steps of a run that are read. */
const MAX_STEPS = 500;
/** A limit above the hours in 30 days times the number of reasons. */
const MAX_HOURS = 721 * 10;
const MAX_MISSES = 20 * 10;

type Of = { userId: string; automationId: string };
type One = Of & { id: string };

export type Runs = ReturnType<typeof createRuns>;

/** Reads runs and skipped runs. */
export function createRuns(db: Db) {
  const statements = prepare(db);
  return {
    /** Returns runs, newest first; with `before`, only those that began before it. */
    async list(of: Of, { before, limit }: { before?: StoredRun; limit: number }): Promise<StoredRun[]> {
      const { began = Number.MAX_SAFE_INTEGER, place = 0, id = '' } = before ?? {};
      return (await statements.list.all({ ...of, began, place, id, limit })).map(toRun);
    },
    async find(of: One): Promise<StoredRun | undefined> {
      const row = await statements.one.get(of);
      return row && toRun(row);
    },
    /** Returns the steps of a run in order, at most 500. */
    steps: (of: One): Promise<StoredStep[]> => statements.steps.all({ ...of, limit: MAX_STEPS }),
    async misses(of: Of): Promise<StoredMisses[]> {
      const hours = await statements.hours.all({ ...of, limit: MAX_HOURS });
      const last = await statements.misses.all({ ...of, limit: MAX_MISSES });
      const byReason = Map.groupBy(last, ({ reason }) => reason);
      return [...Map.groupBy(hours, ({ reason }) => reason)].map(([reason, rows]) => ({
        reason,
        hours: rows,
        last: (byReason.get(reason) ?? []).map(({ skipped_json }) => JSON.parse(skipped_json) as Miss),
      }));
    },
    /** Deletes what is older than a time, and the oldest runs of automations that have more than 1,000. */
    prune: createPruneRuns(db),
  };
}

const toRun = ({ start_json, conditions_json, chain_json, ...row }: RunRow): StoredRun => ({
  ...row,
  start: JSON.parse(start_json) as Start,
  conditions: JSON.parse(conditions_json) as Verdict[],
  chain: JSON.parse(chain_json) as string[],
});

function prepare(db: Db) {
  const list = db.prepare<Of & { began: number; place: number; id: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('automation_runs')
      .selectAll()
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('automationId'))
      .where((eb) => eb(eb.refTuple('began', 'place', 'id'), '<', eb.tuple(p('began'), p('place'), p('id'))))
      .orderBy('began', 'desc')
      .orderBy('place', 'desc')
      .orderBy('id', 'desc')
      .limit(p('limit')),
  );
  const one = db.prepare<One>()((kysely, p) =>
    kysely
      .selectFrom('automation_runs')
      .selectAll()
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('automationId'))
      .where('id', '=', p('id')),
  );
  const steps = db.prepare<One & { limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('automation_steps')
      .selectAll()
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('automationId'))
      .where('run_id', '=', p('id'))
      .orderBy('at')
      .orderBy('place')
      .orderBy('target')
      .limit(p('limit')),
  );
  const hours = db.prepare<Of & { limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('automation_skipped_hours')
      .select(['reason', 'hour', 'count'])
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('automationId'))
      .orderBy('reason')
      .orderBy('hour')
      .limit(p('limit')),
  );
  const misses = db.prepare<Of & { limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('automation_skipped_runs')
      .select(['reason', 'skipped_json'])
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('automationId'))
      .orderBy('at', 'desc')
      .orderBy('place', 'desc')
      .limit(p('limit')),
  );
  return { list, one, steps, hours, misses };
}
