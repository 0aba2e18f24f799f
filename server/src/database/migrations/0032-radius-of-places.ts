import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';

/** Adds how far a place reaches, which is null where nobody has set it. */
export const radiusOfPlaces: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await db.schema.alterTable('places').addColumn('radius', types.real).execute();
  },
};
