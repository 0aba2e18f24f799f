import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';

/** Adds the latest revision of the home that its agents know. */
export const revisionsOfAgentHomes: Migration = {
  up: (db: Kysely<unknown>, { integer }: ColumnTypes) =>
    db.schema.alterTable('agent_homes').addColumn('revision', integer).execute(),
};
