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
import { registerResetPage } from './page-routes.ts';
import { createPasswordReset, type PasswordReset } from './password-reset.ts';

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

const SENT = 'If an account with this e-mail exists, a link has been sent.';
const NO_MAIL_SERVER =
  'This platform has no mail server. If an account with this e-mail exists, ask the operator for the link.';

function passwordResetHandlers(reset: PasswordReset): Handlers<typeof resources.passwordResets> {
  return {
    send: async ({ input, context }) => {
      await reset.request(input, context.address);
      return { body: { message: reset.sendsMail ? SENT : NO_MAIL_SERVER, success: true } };
    },
  };
}
