export type { AccountAuth } from './account-auth.ts';
export type { Auth } from './auth.ts';
export type { ConnectCredentials, Connected } from './authorize/connect-attempt.ts';
export { authFeature } from './feature.ts';
export type { Visitor } from './grants/grant.ts';
export { accountKey } from './grants/try-password.ts';
export {
  createPageSessions,
  type PageSession,
  type PageSessions,
} from './tokens/page-sessions.ts';
