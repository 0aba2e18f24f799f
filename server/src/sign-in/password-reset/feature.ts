import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { AccountMails } from '../account-mails/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Auth } from '../auth/index.ts';
import { registerResetPage } from './page-routes.ts';
import { createPasswordReset } from './password-reset.ts';
import { passwordResetHandlers } from './password-reset-routes.ts';

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

/** Resets forgotten passwords. */
export function passwordResetFeature(needs: Needs) {
  const { config, homeApplication } = needs;
  const passwordReset = createPasswordReset({
    ...needs,
    url: config.urls.auth,
    ...config.rateLimits,
  });
  return {
    api: { passwordReset },
    async routes({ app, serve }) {
      serve(resources.passwordResets, passwordResetHandlers(passwordReset));
      const { id: clientId } = await homeApplication.get();
      const home = { clientId, signInUrl: `${config.urls.base}/home/sign-in` };
      registerResetPage(app, { reset: passwordReset, preferences: needs.preferences, home });
    },
    jobs: [cleanup('reset links', passwordReset.prune)],
  } satisfies Feature;
}
