import type { Prepared } from '@azulejo/storage';
import { type Piece, pieceRows, stretchRows } from './interval-statements.ts';
import type { Span } from './plan.ts';
import { HOUR_MS } from './point.ts';
import { cutByOffset, type Zone } from './zone.ts';

/** The times of the oldest and newest row of a span, and of the oldest row of its newest chunk if it has more. */
type Bounds = { series: number; oldest: number | null; newest: number | null; cut: number | null };

/** The result of SQL for one interval of a series. */
type Counts = { readonly series: number; readonly place: number };

/** A table that is read in chunks, newest rows first. */
export type Source<Sums> = {
  readonly bounds: Prepared<{ stretches: string; skipped: number }, Bounds>;
  readonly counts: Prepared<{ pieces: string; interval: number }, Sums>;
  /** Counts rows of whole hours where the borders of intervals cut hours. */
  readonly cutCounts?: Prepared<{ pieces: string; interval: number }, Sums>;
};

export type Part<Sums> = {
  readonly span: Span;
  readonly source: Source<Sums>;
  /** All raw values from this time on are stored; a whole hour. */
  readonly rawFrom: number;
};

export type Walk<Sums> = {
  readonly interval: number;
  /** Limits the intervals per series. */
  readonly limit: number;
  readonly zone: Zone;
  /** Merges two parts of the same interval. */
  readonly add: (one: Sums, other: Sums) => Sums;
};

/** How far a series is read. `next` is undefined at its end; `older` has the parts after it, newest first. */
type Progress<Sums> = {
  readonly series: number;
  next: Part<Sums> | undefined;
  readonly older: Part<Sums>[];
  readonly byPlace: Map<number, Sums>;
  rows: number;
};
type Unfinished<Sums> = Progress<Sums> & { next: Part<Sums> };

/** The first chunk is small because most ranges are. */
const FIRST_CHUNK_ROWS = 5_000;
/** Maximum number of rows of one statement, which takes a few tens of milliseconds. Its series share them. */
const MAX_CHUNK_ROWS = 50_000;
/** Maximum number of rows that are counted for one series. */
const MAX_ROWS = 500_000;

/**
 * Aggregates many series by interval, newest interval first. Reads one chunk of each series at a time:
 * 1. Find the newest rows of the newest part of each series: a chunk.
 * 2. Cut the chunks where the zone's clocks change, and aggregate all pieces in SQL.
 * 3. Merge the results with those that newer chunks gave for the same interval.
 * 4. Go on with older chunks of each series until enough of its intervals are complete or `MAX_ROWS` is
 *    reached.
 */
export async function walkBack<Sums extends Counts>(
  { interval, limit, zone, add }: Walk<Sums>,
  requested: ReadonlyMap<number, readonly Part<Sums>[]>,
): Promise<Map<number, Sums[]>> {
  const all = new Map([...requested].map(([series, parts]) => [series, begin(series, parts)]));
  const isUnfinished = (progress: Progress<Sums>): progress is Unfinished<Sums> =>
    progress.next !== undefined && progress.byPlace.size <= limit && progress.rows < MAX_ROWS;
  for (let size = FIRST_CHUNK_ROWS; ; size = Math.min(MAX_CHUNK_ROWS, size * 2)) {
    const unfinished = [...all.values()].filter(isUnfinished);
    if (unfinished.length === 0) break;
    const share = Math.min(size, Math.ceil(MAX_CHUNK_ROWS / unfinished.length));
    for (const [source, group] of Map.groupBy(unfinished, ({ next }) => next.source)) {
      const pieces = await takeChunks(source, group, share, zone);
      if (pieces.length === 0) continue;
      const cutsHours = interval >= HOUR_MS && pieces.some(({ ahead }) => ahead % HOUR_MS !== 0);
      const counts = (cutsHours ? source.cutCounts : undefined) ?? source.counts;
      for (const sums of await counts.scan({ pieces: pieceRows(pieces), interval })) {
        const { byPlace } = all.get(sums.series) ?? {};
        const known = byPlace?.get(sums.place);
        byPlace?.set(sums.place, known ? add(known, sums) : sums);
      }
    }
  }
  return new Map([...all].map(([series, progress]) => [series, newestOf(progress, limit)]));
}

function begin<Sums>(series: number, parts: readonly Part<Sums>[]): Progress<Sums> {
  const [next, ...older] = parts.toSorted((a, b) => b.span.from - a.span.from);
  return { series, next, older, byPlace: new Map(), rows: 0 };
}

/** Returns the pieces of the newest `size` rows of each series, and moves its progress behind them. */
async function takeChunks<Sums>(
  source: Source<Sums>,
  group: readonly Unfinished<Sums>[],
  size: number,
  zone: Zone,
): Promise<Piece[]> {
  const bySeries = new Map(group.map((progress) => [progress.series, progress]));
  const stretches = group.map(({ series, next: { span } }) => ({ series, since: span.from, until: span.to }));
  const found = await source.bounds.scan({ stretches: stretchRows(stretches), skipped: size - 1 });
  return found.flatMap(({ series, oldest, newest, cut }) => {
    const progress = bySeries.get(series);
    if (!progress?.next) return [];
    const { rawFrom } = progress.next;
    moveBehind(progress, cut, size);
    if (oldest === null || newest === null) return [];
    // All rows of the oldest millisecond are counted, so that the next chunk ends before it.
    return cutByOffset(zone, cut ?? oldest, newest + 1).map(({ from, to, offset }) => ({
      series,
      since: from,
      until: to,
      ahead: offset,
      rawFrom,
    }));
  });
}

/** Continues with what is older than the chunk; without a cut, that is the next part. */
function moveBehind<Sums>(progress: Progress<Sums>, cut: number | null, size: number): void {
  if (progress.next === undefined || cut === null) {
    progress.next = progress.older.shift();
    return;
  }
  const { span } = progress.next;
  progress.next = { ...progress.next, span: { from: span.from, to: cut } };
  progress.rows += size;
}

/** Returns the newest intervals, complete ones only. */
function newestOf<Sums extends Counts>({ next, byPlace }: Progress<Sums>, limit: number): Sums[] {
  const newest = [...byPlace.values()].sort((a, b) => b.place - a.place);
  if (!next || newest.length > limit) return newest.slice(0, limit);
  // The oldest interval is incomplete, and left out unless it is the only one.
  return newest.slice(0, Math.max(1, newest.length - 1));
}
