import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Context } from '../../home/phone-channel/index.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { Tiles } from '../../home/tiles/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { AccountMails } from '../account-mails/index.ts';
import type { Auth } from '../auth/index.ts';
import { createAccounts } from './accounts.ts';
import { accountHandlers } from './accounts-routes.ts';

type Needs = Platform & {
  accountMails: AccountMails;
  applications: Applications;
  audit: Audit;
  auth: Auth;
  context: Context;
  picture: (name: string) => string;
  preferences: Preferences;
  tiles: Tiles;
  users: Users;
};

/** Registers people, and lets them change their own accounts. */
export function accountsFeature(needs: Needs) {
  const accounts = createAccounts({
    ...needs,
    ...needs.config.rateLimits,
    confirmsEmail: needs.config.confirmsEmail,
  });
  return {
    api: { accounts },
    routes: ({ serve }) => serve(resources.accounts, accountHandlers(accounts, needs.picture)),
  } satisfies Feature;
}
