import type { Prepared } from '../../platform/storage/index.ts';
import type { Span } from './plan.ts';
import { cutByOffset, type Zone } from './zone.ts';

type Bounds = { oldest: number | null; newest: number | null; rows: number };
type Counted = Span & { readonly series: number; readonly interval: number; readonly offset: number };

/** A table that is read in chunks, newest rows first. */
export type Source<Sums> = {
  readonly bounds: Prepared<Span & { series: number; limit: number }, Bounds>;
  readonly counts: Prepared<Counted, Sums>;
};

export type Part<Sums> = { readonly span: Span; readonly source: Source<Sums> };

export type Walk = {
  readonly series: number;
  readonly interval: number;
  readonly limit: number;
  readonly zone: Zone;
};

/** The first chunk is small because most ranges are; the largest takes a few tens of milliseconds. */
const FIRST_CHUNK_ROWS = 5_000;
const MAX_CHUNK_ROWS = 50_000;
/** Maximum number of rows that are counted for one request. */
const MAX_ROWS = 500_000;

/**
 * Aggregates by interval, newest first, and returns at most `limit` intervals:
 * 1. Find the newest rows of the newest part: a chunk.
 * 2. Cut the chunk where the zone's clocks change, and aggregate each piece in SQL.
 * 3. Merge the results with those that newer chunks gave for the same interval.
 * 4. Go on with older chunks until enough intervals are complete or `MAX_ROWS` is reached.
 */
export async function walkBack<Sums extends { place: number }>(
  { series, interval, limit, zone }: Walk,
  parts: readonly Part<Sums>[],
  add: (one: Sums, other: Sums) => Sums,
): Promise<Sums[]> {
  const byPlace = new Map<number, Sums>();
  const newestFirst = () => [...byPlace.values()].sort((a, b) => b.place - a.place);
  let rows = 0;
  let size = FIRST_CHUNK_ROWS;
  for (const { span, source } of parts.toSorted((a, b) => b.span.from - a.span.from)) {
    for (let { to } = span; to > span.from; ) {
      const [chunk] = await source.bounds.scan({ series, from: span.from, to, limit: size });
      if (!chunk || chunk.oldest === null || chunk.newest === null) break;
      const isLast = chunk.rows < size;
      // A full chunk may lack some rows of its oldest millisecond, so that the next chunk begins with all of
      // it.
      const from = isLast ? span.from : chunk.oldest + 1;
      for (const piece of cutByOffset(zone, Math.max(from, chunk.oldest), chunk.newest + 1)) {
        for (const sums of await source.counts.scan({ series, interval, ...piece })) {
          const known = byPlace.get(sums.place);
          byPlace.set(sums.place, known ? add(known, sums) : sums);
        }
      }
      rows += chunk.rows;
      if (byPlace.size > limit) return newestFirst().slice(0, limit);
      // The oldest interval is incomplete, and left out unless it is the only one.
      if (rows >= MAX_ROWS) return newestFirst().slice(0, Math.max(1, byPlace.size - 1));
      if (isLast) break;
      to = from;
      size = Math.min(MAX_CHUNK_ROWS, size * 2);
    }
  }
  return newestFirst();
}
