import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';

/** Adds the index by which a browser that returns from a maker finds its ticket. */
export const returningTickets: Migration = {
  async up({ schema }: Kysely<unknown>, _types: ColumnTypes) {
    await schema
      .createIndex('pairing_tickets_cookie_hash_index')
      .on('pairing_tickets')
      .column('cookie_hash')
      .execute();
  },
};
