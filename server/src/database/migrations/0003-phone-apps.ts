import type { Kysely } from 'kysely';
import type { ColumnTypes, Migration } from '../../platform/storage/index.ts';
import { createTables, type TableShape } from './create-tables.ts';

const tables: Record<string, TableShape> = {};

export const phoneApps: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, tables);
  },
};
