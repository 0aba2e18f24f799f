export { actorOf, countCall, type PortalContext, type PortalHandlers } from './authorize.ts';
export { portalAccountsFeature } from './feature.ts';
export type { PortalAccounts } from './portal-accounts.ts';
