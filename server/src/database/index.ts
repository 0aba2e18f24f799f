import type { Migrations, Storage } from '@azulejo/storage';
import type { Transaction as KyselyTransaction } from 'kysely';
import { initial } from './migrations/0001-initial/index.ts';
import type { Database } from './tables/index.ts';

export { jsonColumns, prepareBulkInsert, toJsonRows } from './bulk-insert.ts';
export { whereToCount } from './counting.ts';
export type { Deletion, PersonalData } from './define-table.ts';
export { containsPattern, pageOf, parseCursor } from './newest-first.ts';
export { type Database, keyWithin, type TableName, tables } from './tables/index.ts';

/** The platform's database. */
export type Db = Storage<Database>;

/** An open transaction, which every function that changes data takes. */
export type Transaction = KyselyTransaction<Database>;

export const migrations: Migrations = {
  '0001-initial': initial,
};
