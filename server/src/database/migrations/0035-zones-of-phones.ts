import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';

/** Adds the first time zone that a phone sent; null until preferences with one are changed. */
export const zonesOfPhones: Migration = {
  up: (db: Kysely<unknown>, { text }: ColumnTypes) =>
    db.schema.alterTable('user_preferences').addColumn('phone_timezone', text).execute(),
};
