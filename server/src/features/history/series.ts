import type { ValueAddress } from '@azulejo/contract';
import { type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../database/index.ts';
import { jsonRows } from '../../platform/storage/index.ts';

type AddressRow = { channel_id: string; component_id: string; property_id: string };

/** About 10 MB: the properties of some ten thousand devices. */
const MAX_KNOWN = 50_000;

const ADDRESS_COLUMNS = { channel_id: 'text', component_id: 'text', property_id: 'text' } as const;
const COLUMNS = Object.keys(ADDRESS_COLUMNS) as (keyof AddressRow)[];

/** The numbers by which history knows addresses. A number never changes its meaning, so it is kept. */
export function createSeries(db: Db) {
  const known = new LRUCache<string, number>({ max: MAX_KNOWN });
  const { find, make } = prepare(db);

  async function read(rows: string): Promise<void> {
    for (const row of await find.all({ rows }))
      known.set(keyOf([row.channel_id, row.component_id, row.property_id]), row.id);
  }

  async function learn(missing: readonly (readonly string[])[]): Promise<void> {
    const rows = JSON.stringify(missing);
    await read(rows);
    const unmade = missing.filter((address) => !known.has(keyOf(address)));
    if (unmade.length === 0) return;
    // Whoever made one of them a moment before us is waited for; its number is then there to be read.
    await db.unit([make.bind({ rows: JSON.stringify(unmade) })]);
    await read(rows);
  }

  return {
    /** The series of addresses, in their order; those that do not exist yet are made. */
    async of(addresses: readonly ValueAddress[]): Promise<number[]> {
      const asked = addresses.map(partsOf);
      const numbers = asked.map((address) => known.get(keyOf(address)));
      if (!numbers.includes(undefined)) return numbers as number[];
      await learn(asked.filter((_, index) => numbers[index] === undefined));
      return asked.map((address, index) => {
        const number = numbers[index] ?? known.get(keyOf(address));
        if (number === undefined) throw new Error(`There is no series for ${address.join('/')}.`);
        return number;
      });
    },

    /** Undefined for a property that never had a value. */
    async find(address: ValueAddress): Promise<number | undefined> {
      const parts = partsOf(address);
      if (!known.has(keyOf(parts))) await read(JSON.stringify([parts]));
      return known.get(keyOf(parts));
    },
  };
}

const partsOf = ({ channelId, componentId, propertyId }: ValueAddress): string[] => [
  channelId,
  componentId,
  propertyId,
];

/** No id holds a line feed. */
const keyOf = (address: readonly string[]): string => address.join('\n');

function prepare(db: Db) {
  const find = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<AddressRow>(db.engine, p('rows'), ADDRESS_COLUMNS).as('given'))
      .innerJoin('series', (join) =>
        join
          .onRef('series.channel_id', '=', 'given.channel_id')
          .onRef('series.component_id', '=', 'given.component_id')
          .onRef('series.property_id', '=', 'given.property_id'),
      )
      .select(['series.id', 'series.channel_id', 'series.component_id', 'series.property_id']),
  );
  // In one order, so that no two servers that make the same wait for each other.
  const make = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .insertInto('series')
      .columns(COLUMNS)
      .expression((eb) =>
        eb
          .selectFrom(jsonRows<AddressRow>(db.engine, p('rows'), ADDRESS_COLUMNS).as('given'))
          .select(COLUMNS)
          .where(sql<SqlBool>`true`)
          .orderBy('channel_id')
          .orderBy('component_id')
          .orderBy('property_id'),
      )
      .onConflict((conflict) => conflict.columns(COLUMNS).doNothing()),
  );
  return { find, make };
}
