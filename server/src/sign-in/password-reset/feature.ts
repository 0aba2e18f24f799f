import { join } from 'node:path';
import { resources } from '@azulejo/contract';
import type { Config } from '../../config/config.ts';
import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Applications } from '../../people/applications/index.ts';
import type { Users } from '../../people/users/index.ts';
import { createSmtpMailer, type Mailer, openOutbox } from '../../platform/mail/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Auth } from '../auth/index.ts';
import { registerResetPage } from './page-routes.ts';
import { createPasswordReset } from './password-reset.ts';
import { passwordResetHandlers } from './password-reset-routes.ts';

/** Interval of sending mail. */
const MAIL_MS = 1_000;

type Needs = Platform & {
  accounts: Accounts;
  applications: Applications;
  audit: Audit;
  auth: Auth;
  /** The application of the page `/home`, to which its users return. */
  homeApplication: { get(): Promise<{ readonly id: string }> };
  users: Users;
};

/** Resets of forgotten passwords, and the mail they need. */
export function passwordResetFeature(needs: Needs) {
  const { config, homeApplication } = needs;
  const passwordReset = createPasswordReset({
    ...needs,
    url: config.urls.auth,
    sendsMail: config.mail.smtp !== undefined,
    ...config.rateLimits,
  });
  let mailer: Mailer | undefined;
  return {
    api: { passwordReset },
    async routes({ app, serve }) {
      serve(resources.passwordResets, passwordResetHandlers(passwordReset));
      const { id: clientId } = await homeApplication.get();
      registerResetPage(app, passwordReset, { clientId, signInUrl: `${config.urls.base}/home/sign-in` });
    },
    async start() {
      mailer = await openMailer(config);
    },
    jobs: [
      {
        name: 'send mail',
        everyMs: MAIL_MS,
        run: async () => mailer && passwordReset.deliver(mailer),
      },
      cleanup('reset links', passwordReset.prune),
    ],
    // Mail that is being sent is finished first; the rest waits in its table.
    stop: async () => mailer?.[Symbol.asyncDispose](),
  } satisfies Feature;
}

/** Opens the operator's mail server. Without one, mail is stored for the command line to show. */
async function openMailer({ mail, dataDir }: Config): Promise<Mailer> {
  if (mail.smtp) return createSmtpMailer(mail.smtp, mail.from);
  return (await openOutbox(join(dataDir, 'outbox'))).mailer(mail.from);
}
