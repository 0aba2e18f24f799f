import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { emailKey, type User, type Users } from '../../identity/users/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { createNetworkLimit, createRateLimit } from '../../platform/rate-limits.ts';
import type { AccountMails } from '../account-mails/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Auth } from '../auth/index.ts';
import { createConfirmMail } from './confirm-mail.ts';
import { createLinks } from './links.ts';
import { createPrepare } from './prepare.ts';
import { createRequests } from './requests.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  users: Users;
  applications: Applications;
  accounts: Accounts;
  accountMails: AccountMails;
  preferences: Preferences;
  auth: Auth;
  /** The base URL of the page. */
  url: string;
  resetsPerAddress: number;
  resetsPerAccount: number;
};

const HOUR_SECONDS = 3600;

/** An address that waits to be confirmed. */
type Waiting = { email: string; expires: number };

export type EmailAddresses = ReturnType<typeof createEmailAddresses>;

/** Confirms and changes the e-mail addresses of users, by a link in a mail to the new address. */
export function createEmailAddresses(dependencies: Dependencies) {
  const { db, audit, accounts, accountMails } = dependencies;
  const requests = createRequests(dependencies);
  const { prepare, requestOwn } = createPrepare({ ...dependencies, requests });
  const byAddress = createNetworkLimit('email_changes', dependencies.resetsPerAddress);
  const byAccount = createRateLimit('email_changes', dependencies.resetsPerAccount, {
    windowSeconds: HOUR_SECONDS,
  });
  accountMails.composeBy('confirm-email', createConfirmMail({ ...dependencies, requests, requestOwn }));

  return {
    ...createLinks({ ...dependencies, requests }),

    waiting: (userId: string): Promise<Waiting | undefined> => requests.ofUser(userId),

    /**
     * Sends a link to an address, and tells the present one. Throws `invalid_request` naming the field,
     * `user_exists`, or `too_many_requests`.
     */
    async request(user: User, email: string, { address }: { address: string }): Promise<Waiting> {
      const key = requireKey(email);
      // Refused requests count, too: otherwise anyone with an account could find out who else has one.
      byAddress.take(address);
      byAccount.take(user.id);
      const store = await prepare(user, { email, key });
      return db.write((tx) => store(tx, address));
    },

    /** Ends the link that was sent, if there is one. */
    cancel: (userId: string, by: By): Promise<void> =>
      db.write(async (tx) => {
        if (await requests.remove(tx, userId))
          await audit.record(tx, { action: 'user.email.cancel', ...by, targetId: userId });
      }),

    /**
     * Queues the mail for an account that waits for its confirmation. Does the same work whether or not there is
     * one. Throws `invalid_request` or `too_many_requests`.
     */
    async sendAgain({ appId, email }: { appId: string; email: string }, address: string): Promise<void> {
      byAddress.take(address);
      const client = await accounts.applicationOf(appId);
      const key = requireKey(email);
      byAccount.take(await dependencies.auth.requesterOf({ clientId: client.id, email, address }));
      const mail = { client_id: client.id, email_key: key, kind: 'confirm-email' as const, address };
      await db.write((tx) => accountMails.addIn(tx, mail));
    },

    prune: requests.prune,
  };
}

function requireKey(email: string): string {
  const key = emailKey(email);
  if (key === undefined) throw invalidField('email', 'is not an e-mail address');
  return key;
}
