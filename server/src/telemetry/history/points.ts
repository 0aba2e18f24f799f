import type { Db } from '../../database/index.ts';
import { CHUNK, MAX_BYTES, type Point, type Range } from './point.ts';

export type ReadPoints = (series: number, range: Range) => Promise<Point[]>;

/** Reads the raw values of a series, newest first; fewer than requested when they are large. */
export function createPoints(db: Db): ReadPoints {
  const chunk = prepareChunk(db);
  return async (series, { from, to, limit }) => {
    const points: Point[] = [];
    let bytes = 0;
    let [time, n] = [to, -1];
    while (points.length < limit && bytes < MAX_BYTES) {
      const size = Math.min(CHUNK, limit - points.length);
      const rows = await chunk.scan({ series, from, time, n, limit: size });
      for (const row of rows) {
        points.push(toPoint(row));
        bytes += row.data_json?.length ?? 0;
        [time, n] = [row.time, row.n];
      }
      if (rows.length < size) break;
    }
    return points;
  };
}

export type PointRow = Awaited<ReturnType<ReturnType<typeof prepareChunk>['all']>>[number];

export const toPoint = (row: PointRow): Point => ({
  time: row.time,
  data: row.number ?? (JSON.parse(row.data_json ?? 'null') as unknown),
  sender: row.sender ?? undefined,
  onBehalfOf: row.on_behalf_of ?? undefined,
  cause: row.cause ?? 'report',
});

/** Reads the values older than the one at `time` with number `n`. */
function prepareChunk(db: Db) {
  return db.prepare<{ series: number; from: number; time: number; n: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('history')
      .select(['time', 'n', 'number', 'data_json', 'sender', 'on_behalf_of', 'cause'])
      .where('series_id', '=', p('series'))
      .where('time', '>=', p('from'))
      // PostgreSQL leaves out later weeks by this alone.
      .where('time', '<=', p('time'))
      .where((eb) => eb(eb.refTuple('time', 'n'), '<', eb.tuple(p('time'), p('n'))))
      .orderBy('time', 'desc')
      .orderBy('n', 'desc')
      .limit(p('limit')),
  );
}
