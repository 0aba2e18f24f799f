export { type Auth, createAuth } from './auth.ts';
export type { ConnectCredentials, Connected } from './connect.ts';
