import { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { AccountMails } from '../account-mails/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Auth } from '../auth/index.ts';
import { createEmailAddresses } from './email-addresses.ts';
import { registerConfirmPage } from './page-routes.ts';

type Needs = Platform & {
  accountMails: AccountMails;
  accounts: Accounts;
  applications: Applications;
  audit: Audit;
  auth: Auth;
  /** The application of the page `/home`, to which its users return. */
  homeApplication: { get(): Promise<{ readonly id: string }> };
  preferences: Preferences;
  users: Users;
};

const SENT = 'If an account waits for the confirmation of this e-mail, a link has been sent.';
const NO_MAIL_SERVER =
  'This platform has no mail server. If an account waits for the confirmation of this e-mail, ask the operator for the link.';

/** Confirms and changes e-mail addresses. */
export function emailAddressesFeature(needs: Needs) {
  const { config, homeApplication, accountMails } = needs;
  const emailAddresses = createEmailAddresses({ ...needs, url: config.urls.auth, ...config.rateLimits });
  const confirmationHandlers: Handlers<typeof resources.emailConfirmations> = {
    send: async ({ input, context }) => {
      await emailAddresses.sendAgain(input, context.address);
      return { body: { message: accountMails.sendsMail ? SENT : NO_MAIL_SERVER, success: true } };
    },
  };
  return {
    api: { emailAddresses },
    async routes({ app, serve }) {
      serve(resources.emailConfirmations, confirmationHandlers);
      const { id: clientId } = await homeApplication.get();
      const home = { clientId, url: `${config.urls.base}/home` };
      registerConfirmPage(app, { emailAddresses, preferences: needs.preferences, home });
    },
    jobs: [cleanup('e-mail confirmations', emailAddresses.prune)],
  } satisfies Feature;
}
