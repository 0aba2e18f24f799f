import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';

/** Adds the language of a waiting mail to an address that no user has any more. */
export const languagesOfMails: Migration = {
  up: (db: Kysely<unknown>, { text }: ColumnTypes) =>
    db.schema.alterTable('pending_mails').addColumn('language', text).execute(),
};
