import { deleteUntil } from '../../database/delete-until.ts';
import type { Db } from '../../database/index.ts';

/** How many runs of an automation are kept. Until the next cleanup there may be those of an hour more. */
const MAX_RUNS = 1_000;
const MAX_AUTOMATIONS = 100;
const RUNS_BATCH_SIZE = 100;

type Of = { readonly userId: string; readonly automationId: string };

/** Returns a function that deletes old runs and misses, and the oldest runs of automations that have too many. */
export function createPruneRuns(db: Db) {
  const { crowded, oldest, surplus } = prepare(db);

  /** Deletes the runs of an automation but the newest, in short transactions. Those that are not over stay. */
  async function pruneAutomation(of: Of): Promise<void> {
    const last = await oldest.get({ ...of, kept: MAX_RUNS });
    if (!last) return;
    for (let deleted = RUNS_BATCH_SIZE; deleted === RUNS_BATCH_SIZE; ) {
      const runs = await surplus.all({ ...of, ...last, limit: RUNS_BATCH_SIZE });
      const ids = runs.map(({ id }) => id);
      deleted = ids.length;
      if (deleted > 0) await deleteRuns(db, of, ids);
    }
  }

  return async (end: number): Promise<void> => {
    await deleteOlder(db, end);
    for (let [userId, automationId] = ['', '']; ; ) {
      const automations = await crowded.scan({
        userId,
        automationId,
        kept: MAX_RUNS,
        limit: MAX_AUTOMATIONS,
      });
      for (const automation of automations) await pruneAutomation(automation);
      const last = automations.at(-1);
      if (!last || automations.length < MAX_AUTOMATIONS) return;
      ({ userId, automationId } = last);
    }
  };
}

async function deleteOlder(db: Db, end: number): Promise<void> {
  const ofRun = ['user_id', 'automation_id', 'id'] as const;
  const ofStep = ['user_id', 'automation_id', 'run_id', 'step', 'target'] as const;
  const ofMiss = ['user_id', 'automation_id', 'reason', 'at', 'place'] as const;
  const ofHour = ['user_id', 'automation_id', 'reason', 'hour'] as const;
  await deleteUntil(db, { table: 'automation_steps', key: ofStep, time: 'at' }, end - 1);
  await deleteUntil(db, { table: 'automation_runs', key: ofRun, time: 'began' }, end - 1);
  await deleteUntil(db, { table: 'automation_skipped_runs', key: ofMiss, time: 'at' }, end - 1);
  await deleteUntil(db, { table: 'automation_skipped_hours', key: ofHour, time: 'hour' }, end - 1);
}

const deleteRuns = (db: Db, { userId, automationId }: Of, ids: readonly string[]): Promise<void> =>
  db.write(async (tx) => {
    await tx
      .deleteFrom('automation_steps')
      .where('user_id', '=', userId)
      .where('automation_id', '=', automationId)
      .where('run_id', 'in', ids)
      .execute();
    await tx
      .deleteFrom('automation_runs')
      .where('user_id', '=', userId)
      .where('automation_id', '=', automationId)
      .where('id', 'in', ids)
      .execute();
  });

function prepare(db: Db) {
  const crowded = db.prepare<Of & { kept: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('automation_runs')
      .select(['user_id as userId', 'automation_id as automationId'])
      .where((eb) =>
        eb(eb.refTuple('user_id', 'automation_id'), '>', eb.tuple(p('userId'), p('automationId'))),
      )
      .groupBy(['user_id', 'automation_id'])
      .having((eb) => eb.fn.countAll<number>(), '>', p('kept'))
      .orderBy('user_id')
      .orderBy('automation_id')
      .limit(p('limit')),
  );
  /** The newest run that is one too many. */
  const oldest = db.prepare<Of & { kept: number }>()((kysely, p) =>
    kysely
      .selectFrom('automation_runs')
      .select(['began', 'place'])
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('automationId'))
      .orderBy('began', 'desc')
      .orderBy('place', 'desc')
      .limit(1)
      .offset(p('kept')),
  );
  const surplus = db.prepare<Of & { began: number; place: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('automation_runs')
      .select('id')
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('automationId'))
      .where((eb) => eb(eb.refTuple('began', 'place'), '<=', eb.tuple(p('began'), p('place'))))
      .where('ended', 'is not', null)
      .orderBy('began')
      .orderBy('place')
      .limit(p('limit')),
  );
  return { crowded, oldest, surplus };
}
