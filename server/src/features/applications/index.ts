export { type Applications, createApplications } from './applications.ts';
export { type Client, type ClientType, scopesOfType } from './client.ts';
export type { NewClient } from './new-client.ts';
