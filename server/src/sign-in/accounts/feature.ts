import { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Context } from '../../home/phone-channel/index.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { Tiles } from '../../home/tiles/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { HomeRecords } from '../../identity/homes/index.ts';
import { USER_PICTURE, type Users } from '../../identity/users/index.ts';
import { userAgentOf } from '../../platform/http/headers.ts';
import { acceptedLanguage } from '../../platform/http/language.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { AccountMails } from '../account-mails/index.ts';
import type { Auth } from '../auth/index.ts';
import { type Accounts, createAccounts } from './accounts.ts';

type Needs = Platform & {
  accountMails: AccountMails;
  applications: Applications;
  audit: Audit;
  auth: Auth;
  context: Context;
  picture: (name: string) => string;
  preferences: Preferences;
  tiles: Tiles;
  homeRecords: HomeRecords;
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

const MUST_CONFIRM = 'The account was created. Open the link in the mail that was sent, then sign in.';

function accountHandlers(
  accounts: Accounts,
  picture: (name: string) => string,
): Handlers<typeof resources.accounts> {
  return {
    create: async ({ input, context: { address }, request }) => {
      const language = acceptedLanguage(request.headers['accept-language']);
      const from = { address, userAgent: userAgentOf(request), language };
      const { user, accessToken } = await accounts.signUp(input, from);
      const body = {
        message: user.mustConfirmEmail ? MUST_CONFIRM : 'The account was created.',
        success: true,
        user: {
          authToken: accessToken,
          clientId: user.clientId,
          email: user.email,
          id: user.id,
          name: user.name,
          newUser: true,
          photoUrl: picture(USER_PICTURE),
          token: accessToken,
        },
      };
      return { body, cacheControl: NO_STORE };
    },
  };
}
