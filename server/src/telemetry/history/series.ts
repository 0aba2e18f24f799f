import type { ValueAddress } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import { jsonRows } from '@azulejo/storage';
import { type Db, jsonColumns, prepareBulkInsert } from '../../database/index.ts';
import { createLruCache } from '../../platform/lru-cache.ts';

const ADDRESS = ['channel_id', 'component_id', 'property_id'] as const;
type AddressRow = Record<(typeof ADDRESS)[number], string>;

/** About 10 MB: the properties of some ten thousand devices. */
const MAX_KNOWN = 50_000;

/** An address and the period of its channel; the first period is 0. */
export type SeriesPlace = ValueAddress & { readonly period?: number };

/**
 * Maps addresses to the numbers under which history stores them. Within one period of a channel the number
 * never changes, so it is cached under address and period: a new period reads its number again. Two series
 * never share a number, even after one is deleted.
 */
export function createSeries(db: Db) {
  const known = createLruCache<number>(MAX_KNOWN);
  const { find, make } = prepare(db);

  async function read(places: readonly SeriesPlace[]): Promise<void> {
    const rows = await find.all({ rows: JSON.stringify(places.map(partsOf)) });
    const found = new Map(
      rows.map((row) => [valueKey(row.channel_id, row.component_id, row.property_id), row.id]),
    );
    for (const place of places) {
      const number = found.get(valueKey(place.channelId, place.componentId, place.propertyId));
      if (number !== undefined) known.set(keyOf(place), number);
    }
  }

  async function learn(missing: readonly SeriesPlace[]): Promise<void> {
    await read(missing);
    const unmade = missing.filter((place) => !known.has(keyOf(place)));
    if (unmade.length === 0) return;
    // The insert waits for a concurrent one of the same series, whose number can be read afterwards.
    await db.unit([make(unmade.map(toRow))]);
    await read(unmade);
  }

  return {
    /** Returns the series of the addresses, in their order; creates missing ones. */
    async of(places: readonly SeriesPlace[]): Promise<number[]> {
      const numbers = places.map((place) => known.get(keyOf(place)));
      if (!numbers.includes(undefined)) return numbers as number[];
      await learn(places.filter((_, index) => numbers[index] === undefined));
      return places.map((place, index) => {
        const number = numbers[index] ?? known.get(keyOf(place));
        if (number === undefined) throw new Error(`There is no series for ${partsOf(place).join('/')}.`);
        return number;
      });
    },

    /** Returns undefined for a property that had no value in this period. */
    async find(place: SeriesPlace): Promise<number | undefined> {
      if (!known.has(keyOf(place))) await read([place]);
      return known.get(keyOf(place));
    },
  };
}

const partsOf = ({ channelId, componentId, propertyId }: ValueAddress): string[] => [
  channelId,
  componentId,
  propertyId,
];

const toRow = ({ channelId, componentId, propertyId }: ValueAddress): AddressRow => ({
  channel_id: channelId,
  component_id: componentId,
  property_id: propertyId,
});

const keyOf = ({ channelId, componentId, propertyId, period = 0 }: SeriesPlace): string =>
  `${valueKey(channelId, componentId, propertyId)}\n${period}`;

function prepare(db: Db) {
  const columns = jsonColumns('series', ADDRESS);
  const find = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<AddressRow>(db.engine, p('rows'), columns).as('given'))
      .innerJoin('series', (join) =>
        join
          .onRef('series.channel_id', '=', 'given.channel_id')
          .onRef('series.component_id', '=', 'given.component_id')
          .onRef('series.property_id', '=', 'given.property_id'),
      )
      .select(['series.id', 'series.channel_id', 'series.component_id', 'series.property_id']),
  );
  // Rows are inserted in one order, so that servers that insert the same rows do not deadlock.
  const make = prepareBulkInsert(db, 'series', {
    columns: ADDRESS,
    orderBy: ADDRESS,
    onConflict: (conflict) => conflict.columns(ADDRESS).doNothing(),
  });
  return { find, make };
}
