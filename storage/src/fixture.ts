/** For tests only: the tables that the storage suites use. */
import { sql } from 'kysely';
import type { Migrations } from './migrations.ts';
import type { Storage } from './storage.ts';

export type FixtureTables = {
  counters: { id: string; count: number };
  notes: {
    id: number;
    counter_id: string;
    text: string | null;
    weight: number | null;
    body: Uint8Array | null;
  };
};

export const fixtureMigrations: Migrations = {
  '0001-counters': {
    phase: 'contract',
    async up(db, types) {
      await types
        .createTable(db, 'counters')
        .addColumn('id', types.text, (column) => column.primaryKey())
        .addColumn('count', types.integer, (column) => column.notNull())
        .addCheckConstraint('count_not_negative', sql`count >= 0`)
        .execute();
    },
  },
  '0002-notes': {
    phase: 'contract',
    async up(db, types) {
      await types
        .createTable(db, 'notes')
        .addColumn('id', types.integer, (column) => column.primaryKey())
        .addColumn('counter_id', types.text, (column) => column.notNull().references('counters.id'))
        .addColumn('text', types.text, (column) => column.unique())
        .addColumn('weight', types.real)
        .addColumn('body', types.blob)
        .execute();
    },
  },
};

export function prepareFixture(storage: Storage<FixtureTables>) {
  return {
    addCounter: storage.prepare<{ id: string; count: number }>()((db, p) =>
      db.insertInto('counters').values({ id: p('id'), count: p('count') }),
    ),
    raise: storage.prepare<{ id: string; by: number }>()((db, p) =>
      db
        .updateTable('counters')
        .set((eb) => ({ count: eb('count', '+', p('by')) }))
        .where('id', '=', p('id'))
        .returning('count'),
    ),
    counter: storage.prepare<{ id: string }>()((db, p) =>
      db.selectFrom('counters').selectAll().where('id', '=', p('id')),
    ),
  };
}
