export type { Auth } from './auth.ts';
export type { ConnectCredentials, Connected } from './authorize/connect-attempt.ts';
export { authFeature } from './feature.ts';
export type { Visitor } from './grants/grant.ts';
