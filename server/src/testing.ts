/*
 * Exports for tests of other workspaces, in addition to the public entry. They are not part of the built
 * package.
 */

export { userTables } from './admin/user-data/index.ts';
export { importCatalogue } from './app/catalogue.ts';
export { createFeatures, createServerFeatures, type Features, type ServerFeatures } from './app/features.ts';
export { loadLanguage } from './automation/definitions/index.ts';
export { createValuesBefore, timersBefore, toInputs } from './automation/engine/index.ts';
export {
  createDescriptions,
  createReplay,
  createThreads,
  minuteOf,
  rehearse,
  replayMinute,
  toMinute,
  toRehearsal,
} from './automation/rehearsals/index.ts';
export { runCommand } from './cli/run-command.ts';
export { mayAskFor, maySubscribe, publishTarget } from './connections/mqtt/index.ts';
export { createFaults } from './connections/virtual-devices/index.ts';
export { policies, type Rule } from './core/access/index.ts';
export { type Database, type Db, migrations, tables } from './database/index.ts';
export { openForCommand } from './database/open.ts';
export { createLocalTemplates } from './devices/channels/index.ts';
export { createDevicePages } from './devices/device-pages/index.ts';
export { completeTemplate, createTemplates, loadServed } from './devices/templates/index.ts';
export { issueAuthority, issueLeaf } from './platform/certificates/issue.ts';
export { systemClock, type Timers } from './platform/clock.ts';
export { openFiles } from './platform/files/index.ts';
export { testFiles } from './platform/files/testing.ts';
export { DARK as darkColours, LIGHT as lightColours } from './platform/http/page-styles.ts';
export { type Leases, soleLeases } from './platform/leases.ts';
export { createJsonLogger } from './platform/logger.ts';
export { createMetrics } from './platform/metrics.ts';
export { createPasswords, type HashCost, RECOMMENDED_HASH_COST } from './platform/passwords.ts';
export { formatToken, newToken } from './platform/random-token.ts';
export { advanceUntil, type ManualClock, manualClock } from './platform/testing/manual-clock.ts';
export { natsServer, startNats } from './platform/testing/nats-server.ts';
