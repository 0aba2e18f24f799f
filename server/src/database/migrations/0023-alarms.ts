import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds the alarms of devices, with who acknowledged them. */
export const alarms: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, {
      alarms: {
        columns: {
          id: 'text',
          channel_id: 'text',
          component_id: 'text',
          property_id: 'text',
          kind: 'text',
          started: 'integer',
          ended: 'integer?',
          seen_at: 'integer?',
          seen_by: 'text?',
        },
        key: ['id'],
        references: { channel_id: 'channels' },
        indexes: [['channel_id', 'started'], ['started']],
      },
    });
  },
};
