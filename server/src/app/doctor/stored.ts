import { checkAuditLog } from './audit-log.ts';
import { checkBackup } from './backup.ts';
import { checkBridges } from './bridges.ts';
import type { Finding, Stored } from './check.ts';
import { checkMail } from './mail.ts';
import { checkNotifications } from './notifications.ts';
import { checkOrigins } from './origins.ts';
import { checkPostgres } from './postgres.ts';
import { checkProxy } from './proxy.ts';
import { checkSealingKeys } from './sealing-keys.ts';
import { checkServers } from './servers.ts';

/** Checks what the database contains. */
export const examineStored = async (stored: Stored): Promise<Finding[]> => [
  ...(await checkPostgres(stored)),
  ...(await checkServers(stored)),
  await checkBackup(stored),
  await checkSealingKeys(stored),
  await checkAuditLog(stored),
  ...(await checkBridges(stored)),
  await checkMail(stored),
  await checkNotifications(stored),
  await checkProxy(stored),
  await checkOrigins(stored),
];
