import type { TableOf } from '../define-table.ts';
import { portalAccountsTables } from './admin/portal-accounts.ts';
import { userDataTables } from './admin/user-data.ts';
import { definitionsTables } from './automation/definitions.ts';
import { engineTables } from './automation/engine.ts';
import { scenesTables } from './automation/scenes.ts';
import { bridgesTables } from './connections/bridges.ts';
import { devicesTables } from './connections/devices.ts';
import { linkedAccountsTables } from './connections/linked-accounts.ts';
import { makersTables } from './connections/makers.ts';
import { managersTables } from './connections/managers.ts';
import { liveSessionsTables } from './connections/mqtt.ts';
import { pairingTables } from './connections/pairing.ts';
import { servicesTables } from './connections/services.ts';
import { virtualDevicesTables } from './connections/virtual-devices.ts';
import { auditTables } from './core/audit.ts';
import { connectedClientsTables } from './core/connected-clients.ts';
import { serversTables } from './core/servers.ts';
import { sharedLimitTables } from './core/shared-limits.ts';
import { databaseTables } from './database.ts';
import { channelsTables } from './devices/channels.ts';
import { templatesTables } from './devices/templates.ts';
import { homeDevicesTables } from './home/home-devices.ts';
import { notificationsTables } from './home/notifications.ts';
import { placesTables } from './home/places.ts';
import { preferencesTables } from './home/preferences.ts';
import { presenceTables } from './home/presence.ts';
import { surveysTables } from './home/surveys.ts';
import { tilesTables } from './home/tiles.ts';
import { uploadsTables } from './home/uploads.ts';
import { applicationsTables } from './identity/applications.ts';
import { homesTables } from './identity/homes.ts';
import { usersTables } from './identity/users.ts';
import { accountMailsTables } from './sign-in/account-mails.ts';
import { authTables } from './sign-in/auth.ts';
import { emailAddressesTables } from './sign-in/email-addresses.ts';
import { passkeysTables } from './sign-in/passkeys.ts';
import { passwordResetTables } from './sign-in/password-reset.ts';
import { secondFactorTables } from './sign-in/second-factor.ts';
import { alarmsTables } from './telemetry/alarms.ts';
import { commandsTables } from './telemetry/commands.ts';
import { eventsTables } from './telemetry/events.ts';
import { historyTables } from './telemetry/history.ts';
import { valuesTables } from './telemetry/values.ts';

/**
 * Defines all tables, each in the file of the feature that owns it. Times are milliseconds since 1970; flags are 0
 * or 1; `…_json` is JSON text that is never queried inside. Keys of a user's rows begin with the user's id
 * and keys of a channel's rows with the channel's id, so that deleting one is a single range scan.
 */
export const tables = {
  ...databaseTables,
  ...auditTables,
  ...connectedClientsTables,
  ...liveSessionsTables,
  ...sharedLimitTables,
  ...serversTables,
  ...applicationsTables,
  ...usersTables,
  ...homesTables,
  ...templatesTables,
  ...channelsTables,
  ...valuesTables,
  ...historyTables,
  ...alarmsTables,
  ...commandsTables,
  ...eventsTables,
  ...tilesTables,
  ...homeDevicesTables,
  ...uploadsTables,
  ...preferencesTables,
  ...placesTables,
  ...presenceTables,
  ...surveysTables,
  ...notificationsTables,
  ...scenesTables,
  ...definitionsTables,
  ...engineTables,
  ...secondFactorTables,
  ...passkeysTables,
  ...authTables,
  ...emailAddressesTables,
  ...passwordResetTables,
  ...accountMailsTables,
  ...devicesTables,
  ...virtualDevicesTables,
  ...pairingTables,
  ...managersTables,
  ...makersTables,
  ...linkedAccountsTables,
  ...bridgesTables,
  ...servicesTables,
  ...userDataTables,
  ...portalAccountsTables,
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
