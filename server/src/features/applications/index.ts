export { type Applications, createApplications } from './applications.ts';
export { type Client, type ClientType, clientTypes } from './client.ts';
export { type ClientVersions, versionHandlers } from './client-versions.ts';
export type { NewClient } from './new-client.ts';
