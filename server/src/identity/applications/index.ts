export type { Applications } from './applications.ts';
export {
  type ApplicationClient,
  type Client,
  type ClientType,
  clientTypes,
  defaultPasswordLength,
  type ManagerClient,
  maxPasswordLength,
  maxTokenLifetime,
  minLifetimeOf,
  minPasswordLength,
  type RegisteredClient,
  scopesOfType,
} from './client.ts';
export type { ClientChanges } from './client-changes.ts';
export type { ClientVersions } from './client-versions.ts';
export { applicationsFeature } from './feature.ts';
export type { NewClient } from './new-client.ts';
export { ensurePortalApplication, PORTAL_APPLICATION } from './portal-application.ts';
export { readRegisteredOrigins } from './registered-origins.ts';
export { toSettingsRecord } from './settings-record.ts';
