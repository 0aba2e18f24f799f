import { sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { prepareProgress } from '../../database/settings.ts';
import { mergeNonNumericHour } from './non-numeric-hours.ts';
import { HOUR_MS } from './point.ts';

/** The setting that stores the remaining work; it is absent when there is none. */
const SETTING = 'history.roll-up';
/** Values per step: some milliseconds of writing. */
const ROWS_PER_STEP = 5_000;

/**
 * All values up to and including this one are counted. Of the rest, only those from before `before` are still
 * to be counted: later ones were counted when they were stored.
 */
type Position = {
  readonly series: number;
  readonly time: number;
  readonly n: number;
  readonly before: number;
};

export type RollUp = ReturnType<typeof createRollUp>;

/**
 * Counts the hours of non-numeric values that were stored before such hours existed. Each step is one unit,
 * so that a restarted or second server continues where the last step ended and counts nothing twice:
 * 1. Read the position up to which values are counted.
 * 2. Find where the next `ROWS_PER_STEP` values end.
 * 3. Add these values to their hours and store the new position; the unit fails if another server moved it.
 */
export function createRollUp(db: Db) {
  const progress = prepareProgress(db);
  const statements = prepare(db);
  let isDone = false;
  let isStopped = false;

  async function readPosition(): Promise<{ stored: string; position: Position } | undefined> {
    const row = await progress.read.get({ name: SETTING });
    if (!row) isDone = true;
    return row && { stored: row.value, position: JSON.parse(row.value) as Position };
  }

  /** Returns false when there is nothing left to count. */
  async function step(): Promise<boolean> {
    const found = await readPosition();
    if (!found) return false;
    const { stored, position } = found;
    const [end] = await statements.endOfStep.scan({ ...position, offset: ROWS_PER_STEP - 1 });
    const until = end ?? { series: Number.MAX_SAFE_INTEGER, time: 0, n: 0 };
    const { series, time, n, before } = position;
    const counted = { untilSeries: until.series, untilTime: until.time, untilN: until.n };
    // If another server has done the same step, nothing of this one is stored.
    const setting = { name: SETTING, before: stored };
    const advance = end
      ? progress.replace.bind({ ...setting, after: JSON.stringify({ ...end, before }) }, { expectRow: true })
      : progress.finish.bind(setting, { expectRow: true });
    await db.unit([advance, statements.count.bind({ series, time, n, before, ...counted })]);
    return true;
  }

  return {
    async isDone(): Promise<boolean> {
      if (!isDone) await readPosition();
      return isDone;
    },
    /** Resolves when everything is counted, or after `stop`. */
    async run(): Promise<void> {
      while (!isDone && !isStopped && (await step()));
    },
    stop(): void {
      isStopped = true;
    },
  };
}

function prepare(db: Db) {
  return {
    endOfStep: db.prepare<Position & { offset: number }>()((kysely, p) =>
      kysely
        .selectFrom('history')
        .select(['series_id as series', 'time', 'n'])
        .where((eb) =>
          eb(eb.refTuple('series_id', 'time', 'n'), '>', eb.tuple(p('series'), p('time'), p('n'))),
        )
        .orderBy('series_id')
        .orderBy('time')
        .orderBy('n')
        .limit(1)
        .offset(p('offset')),
    ),
    count: prepareCount(db),
  };
}

type Step = Position & {
  readonly untilSeries: number;
  readonly untilTime: number;
  readonly untilN: number;
};

function prepareCount(db: Db) {
  const hour = sql<number>`time / ${sql.lit(HOUR_MS)} * ${sql.lit(HOUR_MS)}`;
  return db.prepare<Step>()((kysely, p) =>
    kysely
      .insertInto('history_other_hours')
      .columns(['series_id', 'hour', 'count', 'last'])
      .expression((eb) =>
        eb
          .selectFrom('history')
          .select((each) => [
            'series_id',
            hour.as('hour'),
            each.fn.countAll<number>().as('count'),
            each.fn.max<number>('time').as('last'),
          ])
          .where((each) =>
            each(each.refTuple('series_id', 'time', 'n'), '>', each.tuple(p('series'), p('time'), p('n'))),
          )
          .where((each) =>
            each(
              each.refTuple('series_id', 'time', 'n'),
              '<=',
              each.tuple(p('untilSeries'), p('untilTime'), p('untilN')),
            ),
          )
          .where('number', 'is', null)
          .where('time', '<', p('before'))
          .groupBy(['series_id', 'hour']),
      )
      .onConflict((conflict) => mergeNonNumericHour(db, conflict)),
  );
}
