export { type PortalContext, type PortalHandlers, sessionOf } from './authorize.ts';
export { createPortalAccounts, type PortalAccounts } from './portal-accounts.ts';
