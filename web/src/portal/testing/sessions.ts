import { examplePortalSession, type PortalAccount } from '@azulejo/contract';

/** The session of an account with a role. */
export const sessionAs = (role: PortalAccount['role']) => ({
  ...examplePortalSession,
  account: { ...examplePortalSession.account, role },
});
