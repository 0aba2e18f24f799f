import type { Feature, Platform } from '../../core/feature.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { type Mailer, openMailer } from '../../platform/mail/index.ts';
import { createAccountMails } from './account-mails.ts';
import { createMailMetrics } from './metrics.ts';

/** Mails are sent at this interval. */
const MAIL_MS = 1_000;

type Needs = Platform & { applications: Applications; preferences: Preferences; users: Users };

/** Sends mails to users about their accounts. */
export function accountMailsFeature(needs: Needs) {
  const { config } = needs;
  const accountMails = createAccountMails({
    ...needs,
    metrics: createMailMetrics(needs.metrics.registers),
    sendsMail: config.mail.smtp !== undefined,
  });
  let mailer: Mailer | undefined;
  return {
    api: { accountMails },
    async start() {
      mailer = await openMailer(config);
    },
    jobs: [
      {
        name: 'send mail',
        runs: 'everywhere',
        everyMs: MAIL_MS,
        run: async () => mailer && accountMails.deliver(mailer),
      },
    ],
    // Mail that is being sent is finished first; the rest waits in its table.
    stop: async () => mailer?.[Symbol.asyncDispose](),
  } satisfies Feature;
}
