import type { TableOf } from '../define-table.ts';
import { adminTables } from './admin.ts';
import { automationTables } from './automation.ts';
import { connectionsTables } from './connections.ts';
import { coreTables } from './core.ts';
import { devicesTables } from './devices.ts';
import { homeTables } from './home.ts';
import { identityTables } from './identity.ts';
import { notificationTables } from './notifications.ts';
import { signInTables } from './sign-in.ts';
import { telemetryTables } from './telemetry.ts';

/**
 * Defines all tables, in files by the wings of their owners. Times are milliseconds since 1970; flags are 0
 * or 1; `…_json` is JSON text that is never queried inside. Keys of a user's rows begin with the user's id
 * and keys of a channel's rows with the channel's id, so that deleting one is a single range scan.
 */
export const tables = {
  ...coreTables,
  ...identityTables,
  ...devicesTables,
  ...telemetryTables,
  ...homeTables,
  ...notificationTables,
  ...automationTables,
  ...signInTables,
  ...connectionsTables,
  ...adminTables,
};

type Definitions = typeof tables;

export type TableName = keyof Definitions;

/** The tables as Kysely sees them. */
export type Database = { [Name in TableName]: TableOf<Definitions[Name]> };

/** Returns the columns of a table's key that distinguish rows with the same value in `column`. */
export function keyWithin(table: TableName, column: string): readonly string[] {
  const { key } = tables[table];
  const rest = key.filter((name) => name !== column);
  return rest.length > 0 ? rest : key;
}
