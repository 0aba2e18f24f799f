import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';

/** Adds since when a property has had its value. It is null for values stored before, until they are stored again. */
export const changesOfValues: Migration = {
  async up({ schema }: Kysely<unknown>, types: ColumnTypes) {
    await schema.alterTable('property_values').addColumn('changed', types.integer).execute();
  },
};
