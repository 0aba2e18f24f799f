import type { Client } from '@azulejo/sdk';
import { queryOptions } from '@tanstack/react-query';

/** The key of everything about the account, which a change makes stale. */
export const ACCOUNT = 'account';

export const accountQuery = (client: Client) =>
  queryOptions({ queryKey: [ACCOUNT, 'account'], queryFn: () => client.ownAccount.get() });

export const deletionQuery = (client: Client) =>
  queryOptions({ queryKey: [ACCOUNT, 'deletion'], queryFn: () => client.ownData.deletion() });

export const sessionsQuery = (client: Client) =>
  queryOptions({ queryKey: [ACCOUNT, 'sessions'], queryFn: () => client.ownSessions.list() });

export const passkeysQuery = (client: Client) =>
  queryOptions({ queryKey: [ACCOUNT, 'passkeys'], queryFn: () => client.ownPasskeys.list() });
