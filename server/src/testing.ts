/*
 * Exports for tests of other workspaces, in addition to the public entry. They are not part of the built
 * package.
 */

export { userTables } from './admin/user-data/index.ts';
export { createFeatures, type Features } from './app/features.ts';
export { mayAskFor, maySubscribe, publishTarget } from './connections/live/index.ts';
export { createFaults } from './connections/virtual-devices/index.ts';
export { policies, type Rule } from './core/access/index.ts';
export { type Database, type Db, migrations } from './database/index.ts';
export { createDevicePages } from './devices/device-pages/index.ts';
export { issueAuthority, issueLeaf } from './platform/certificates/issue.ts';
export { DARK as darkColours, LIGHT as lightColours } from './platform/http/page-styles.ts';
export { createMetrics } from './platform/metrics.ts';
export * from './platform/mqtt/index.ts';
export { createPasswords } from './platform/passwords.ts';
export { formatToken, newToken } from './platform/random-token.ts';
export { countStatements } from './platform/storage/count-statements.ts';
export { openStorage } from './platform/storage/index.ts';
export { forEachEngine, type Place } from './platform/storage/testing.ts';
