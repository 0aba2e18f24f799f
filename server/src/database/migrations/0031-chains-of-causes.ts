import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';

/** Adds where the chain of causes of a command or event began, which is null where no agent is part of it. */
export const chainsOfCauses: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    for (const table of ['commands', 'user_events'])
      for (const [column, type] of [
        ['root_id', types.text],
        ['depth', types.integer],
      ] as const)
        await db.schema.alterTable(table).addColumn(column, type).execute();
  },
};
