import type { Db } from '../../database/index.ts';
import {
  type CounterRow,
  counterRows,
  prepareRises,
  type SegmentRow,
  segmentRows,
} from './counter-statements.ts';
import { HOUR_MS, startOf } from './point.ts';

/** A series whose values are a count. */
export type Counter = {
  readonly series: number;
  /** Its values from this time on count. */
  readonly from: number;
  /** Converts a value to the unit of the result. */
  readonly factor: number;
  /** Counters of a role are added up by bar; those of role 0 are not. */
  readonly role: number;
  /** All raw values from this time on are stored; a whole hour. */
  readonly rawFrom: number;
};

/** Whole hours of a bar, or one hour that two bars share. Bars are numbered from 0 in the order of time. */
export type Segment = {
  /** Is -1 when the part before a cut is outside the range. */
  readonly bar: number;
  readonly from: number;
  readonly to: number;
  /** The part of each hour that counts for `Rise.weighted`, from 0 to 1. */
  readonly weight: number;
  /** The bar that begins within the hour; -1 when it is outside the range. */
  readonly cut?: { readonly at: number; readonly bar: number; readonly weight: number };
};

export type Rise = {
  rise: number;
  /** The sum of what rose in each hour times the hour's weight. */
  weighted: number;
  /** The part of `rise` that was spread over hours without a value. */
  estimated: number;
};

export type Rises = {
  readonly bySeries: ReadonlyMap<number, Rise & { falls: number }>;
  /** Keyed by role, then by bar. A bar without a value is absent. */
  readonly byBar: ReadonlyMap<number, ReadonlyMap<number, Rise>>;
};

export type RisesQuestion = {
  /** Sorted by time, without gaps. */
  readonly segments: readonly Segment[];
  /** The fastest rise in an hour, in the unit of the result. A faster one is a new count. */
  readonly maxPerHour: number;
  /** Values from this time on are of a clock that was ahead. */
  readonly end: number;
};

/** Maximum number of hours that one statement reads, which takes some tens of milliseconds. */
const MAX_STATEMENT_HOURS = 50_000;
/** Maximum number of segments and of hours of one statement: a year of days of five rates. */
const MAX_SEGMENTS = 2_000;
const MAX_PAGE_HOURS = 9_000;
const MAX_COUNTERS = 200;

type Totals = {
  readonly bySeries: Map<number, Rise & { falls: number }>;
  readonly byBar: Map<number, Map<number, Rise>>;
};
type Page = readonly SegmentRow[];

/**
 * Says how much counters rose, from the hours that are stored of them:
 * 1. Cut the range into pages of segments, and the counters into batches, so that each statement is bounded.
 * 2. Count each page of each batch in SQL.
 *    An hour that two bars share is divided by its raw values, or by time when they are no longer stored.
 * 3. Spread what a counter rose while it had no value evenly over these hours, for gaps that SQL could not assign
 *    to one bar.
 */
export function createRises(db: Db) {
  const statement = prepareRises(db);
  return async (
    counters: readonly Counter[],
    { segments, maxPerHour, end }: RisesQuestion,
  ): Promise<Rises> => {
    const totals: Totals = { bySeries: new Map(), byBar: new Map() };
    const rows = counters.map(({ from, ...counter }) => ({
      ...counter,
      since: startOf(from + HOUR_MS - 1, HOUR_MS),
    }));
    for (const page of pagesOf(segments)) {
      const [from, to] = [page[0]?.since ?? 0, page.at(-1)?.until ?? 0];
      const size = Math.floor(MAX_STATEMENT_HOURS / ((to - from) / HOUR_MS));
      for (const batch of batchesOf(rows, Math.min(MAX_COUNTERS, Math.max(1, size)))) {
        const roles = new Map(batch.map(({ series, role }) => [series, role]));
        const requested = { counters: counterRows(batch), segments: segmentRows(page) };
        const found = await statement.scan({ ...requested, from, to, end, most: maxPerHour });
        for (const { kind, id, place, until, falls, ...rise } of found) {
          if (kind === 'series') addToSeries(totals, id, rise, falls);
          else if (kind === 'bar') addToBar(totals, id, place, rise);
          else
            spread(totals, page, { series: id, role: roles.get(id) ?? 0, from: place, to: until, ...rise });
        }
      }
    }
    return totals;
  };
}

function pagesOf(segments: readonly Segment[]): Page[] {
  const pages: SegmentRow[][] = [];
  let page: SegmentRow[] = [];
  let before = 0;
  for (const { bar, from: since, to: until, weight: ownWeight, cut } of segments) {
    const share = cut ? (cut.at - since) / HOUR_MS : 1;
    const weight = cut ? ownWeight * share + cut.weight * (1 - share) : ownWeight;
    const next = { cut: cut?.at ?? until, nextBar: cut?.bar ?? bar, nextWeight: cut?.weight ?? weight };
    if (page.length === MAX_SEGMENTS || until - (page[0]?.since ?? since) > MAX_PAGE_HOURS * HOUR_MS) {
      pages.push(page);
      page = [];
    }
    page.push({ bar, since, until, weight, before, ownWeight, ...next });
    before += ((until - since) / HOUR_MS) * weight;
  }
  return page.length > 0 ? [...pages, page] : pages;
}

function* batchesOf(rows: readonly CounterRow[], size: number) {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

function addToSeries({ bySeries }: Totals, series: number, added: Rise, falls: number): void {
  const total = bySeries.get(series) ?? { rise: 0, weighted: 0, estimated: 0, falls: 0 };
  add(total, added);
  total.falls += falls;
  bySeries.set(series, total);
}

function addToBar({ byBar }: Totals, role: number, bar: number, added: Rise): void {
  const bars = byBar.get(role) ?? new Map<number, Rise>();
  byBar.set(role, bars);
  const total = bars.get(bar) ?? { rise: 0, weighted: 0, estimated: 0 };
  add(total, added);
  bars.set(bar, total);
}

function add(total: Rise, { rise, weighted, estimated }: Rise): void {
  total.rise += rise;
  total.weighted += weighted;
  total.estimated += estimated;
}

type Gap = Rise & {
  readonly series: number;
  readonly role: number;
  readonly from: number;
  readonly to: number;
};

/** Adds what rose in a gap to the segments of the page that it covers. */
function spread(totals: Totals, page: Page, { series, role, from, to, rise }: Gap): void {
  for (let index = firstAfter(page, from); index < page.length; index += 1) {
    const { bar, since, until, cut, ownWeight, nextBar, nextWeight } = page[index] as SegmentRow;
    if (since >= to) return;
    for (const each of [
      { bar, since, until: cut, weight: ownWeight },
      { bar: nextBar, since: cut, until, weight: nextWeight },
    ]) {
      const time = Math.min(to, each.until) - Math.max(from, each.since);
      if (time <= 0 || each.bar < 0) continue;
      const part = (rise * time) / (to - from);
      const added = { rise: part, weighted: part * each.weight, estimated: part };
      addToSeries(totals, series, added, 0);
      if (role > 0) addToBar(totals, role, each.bar, added);
    }
  }
}

/** Returns the index of the first segment that ends after `time`. */
function firstAfter(page: Page, time: number): number {
  let [low, high] = [0, page.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((page[middle] as SegmentRow).until > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
