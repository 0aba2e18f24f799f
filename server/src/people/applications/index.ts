export { type Applications, createApplications } from './applications.ts';
export {
  type Client,
  type ClientType,
  clientTypes,
  defaultPasswordLength,
  maxPasswordLength,
  maxTokenLifetime,
  minLifetimeOf,
  minPasswordLength,
  scopesOfType,
} from './client.ts';
export type { ClientChanges } from './client-changes.ts';
export { type ClientVersions, versionHandlers } from './client-versions.ts';
export type { NewClient } from './new-client.ts';
export { toSettingsRecord } from './settings-record.ts';
