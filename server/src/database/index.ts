import type { Storage } from '@azulejo/storage';
import type { Transaction as KyselyTransaction } from 'kysely';
import { initial } from './migrations/0001-initial.ts';
import { liveValues } from './migrations/0002-live-values.ts';
import { phoneApps } from './migrations/0003-phone-apps.ts';
import { portal } from './migrations/0004-portal.ts';
import { removal } from './migrations/0005-removal.ts';
import { boundedReads } from './migrations/0006-bounded-reads.ts';
import { limits } from './migrations/0007-limits.ts';
import { templateMakers } from './migrations/0008-template-makers.ts';
import { serverLeases } from './migrations/0009-server-leases.ts';
import { devices } from './migrations/0010-devices.ts';
import { portalTokens } from './migrations/0011-portal-tokens.ts';
import { makerStages } from './migrations/0012-maker-stages.ts';
import { managerWebhooks } from './migrations/0013-manager-webhooks.ts';
import { makerAccounts } from './migrations/0014-maker-accounts.ts';
import { returningTickets } from './migrations/0015-returning-tickets.ts';
import { managerConnections } from './migrations/0016-manager-connections.ts';
import { bridges } from './migrations/0017-bridges.ts';
import { managersChannels } from './migrations/0018-managers-channels.ts';
import { servicesOfApplications } from './migrations/0019-services-of-applications.ts';
import { activityOfHomes } from './migrations/0020-activity-of-homes.ts';
import { ownAccounts } from './migrations/0021-own-accounts.ts';
import { secondFactors } from './migrations/0022-second-factors.ts';
import { alarms } from './migrations/0023-alarms.ts';
import { notifications } from './migrations/0024-notifications.ts';
import { passkeys } from './migrations/0025-passkeys.ts';
import { languagesOfMails } from './migrations/0026-languages-of-mails.ts';
import { openAlarms } from './migrations/0027-open-alarms.ts';
import { secretsOfDevices } from './migrations/0028-secrets-of-devices.ts';
import { scenes } from './migrations/0029-scenes.ts';
import { secretsOfTemplates } from './migrations/0030-secrets-of-templates.ts';
import { chainsOfCauses } from './migrations/0031-chains-of-causes.ts';
import { radiusOfPlaces } from './migrations/0032-radius-of-places.ts';
import { presences } from './migrations/0033-presences.ts';
import { agents } from './migrations/0034-agents.ts';
import { zonesOfPhones } from './migrations/0035-zones-of-phones.ts';
import { agentRuns } from './migrations/0036-agent-runs.ts';
import { revisionsOfAgentHomes } from './migrations/0037-revisions-of-agent-homes.ts';
import { authorsOfRemovals } from './migrations/0038-authors-of-removals.ts';
import { partialIndexes } from './migrations/0039-partial-indexes.ts';
import { changesOfValues } from './migrations/0040-changes-of-values.ts';
import { changedHomes } from './migrations/0041-changed-homes.ts';
import { countedUsers } from './migrations/0042-counted-users.ts';
import { connectionsOfDevices } from './migrations/0043-connections-of-devices.ts';
import { sealedAuditLog } from './migrations/0044-sealed-audit-log.ts';
import { automations } from './migrations/0045-automations.ts';
import { kindsOfParts } from './migrations/0046-kinds-of-parts.ts';
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

export const migrations = {
  '0001-initial': initial,
  '0002-live-values': liveValues,
  '0003-phone-apps': phoneApps,
  '0004-portal': portal,
  '0005-removal': removal,
  '0006-bounded-reads': boundedReads,
  '0007-limits': limits,
  '0008-template-makers': templateMakers,
  '0009-server-leases': serverLeases,
  '0010-devices': devices,
  '0011-portal-tokens': portalTokens,
  '0012-maker-stages': makerStages,
  '0013-manager-webhooks': managerWebhooks,
  '0014-maker-accounts': makerAccounts,
  '0015-returning-tickets': returningTickets,
  '0016-manager-connections': managerConnections,
  '0017-bridges': bridges,
  '0018-managers-channels': managersChannels,
  '0019-services-of-applications': servicesOfApplications,
  '0020-activity-of-homes': activityOfHomes,
  '0021-own-accounts': ownAccounts,
  '0022-second-factors': secondFactors,
  '0023-alarms': alarms,
  '0024-notifications': notifications,
  '0025-passkeys': passkeys,
  '0026-languages-of-mails': languagesOfMails,
  '0027-open-alarms': openAlarms,
  '0028-secrets-of-devices': secretsOfDevices,
  '0029-scenes': scenes,
  '0030-secrets-of-templates': secretsOfTemplates,
  '0031-chains-of-causes': chainsOfCauses,
  '0032-radius-of-places': radiusOfPlaces,
  '0033-presences': presences,
  '0034-agents': agents,
  '0035-zones-of-phones': zonesOfPhones,
  '0036-agent-runs': agentRuns,
  '0037-revisions-of-agent-homes': revisionsOfAgentHomes,
  '0038-authors-of-removals': authorsOfRemovals,
  '0039-partial-indexes': partialIndexes,
  '0040-changes-of-values': changesOfValues,
  '0041-changed-homes': changedHomes,
  '0042-counted-users': countedUsers,
  '0043-connections-of-devices': connectionsOfDevices,
  '0044-sealed-audit-log': sealedAuditLog,
  '0045-automations': automations,
  '0046-kinds-of-parts': kindsOfParts,
};
