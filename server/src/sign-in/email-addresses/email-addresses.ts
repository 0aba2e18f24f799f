import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { emailKey, type User, type Users } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Mail, mailText } from '../../platform/mail/index.ts';
import type { SharedWindows } from '../../platform/shared-windows.ts';
import { type AccountMails, type ComposeMail, createMailLimits } from '../account-mails/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Auth } from '../auth/index.ts';
import { createLinks } from './links.ts';
import { createRequests, type EmailRequest, type Requests } from './requests.ts';

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
  strictWindows: SharedWindows;
  /** The base URL of the page. */
  url: string;
  resetsPerAddress: number;
  resetsPerAccount: number;
};

/** An address that waits to be confirmed. */
type Waiting = { email: string; expires: number };

export type EmailAddresses = ReturnType<typeof createEmailAddresses>;

/** Confirms and changes the e-mail addresses of users, by a link in a mail to the new address. */
export function createEmailAddresses(dependencies: Dependencies) {
  const { db, audit, accounts, accountMails } = dependencies;
  const requests = createRequests(dependencies);
  const { prepare, requestOwn } = createPrepare({ ...dependencies, requests });
  const { byAddress, byAccount } = createMailLimits('email_changes', dependencies);
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
      await byAddress.takeStrictly(address);
      await byAccount.takeStrictly(user.id);
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
      await byAddress.takeStrictly(address);
      const client = await accounts.applicationOf(appId);
      const key = requireKey(email);
      await byAccount.takeStrictly(
        await dependencies.auth.requesterOf({ clientId: client.id, email, address }),
      );
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

type ConfirmMailDependencies = {
  users: Users;
  requests: Requests;
  /** Stores the request of an account that must confirm its own address. */
  requestOwn: (user: User) => Promise<void>;
  /** The base URL of the page. */
  url: string;
};

/**
 * Returns the function that composes the mail with the link. Like all our mails it does not contain the user's
 * name: anyone can create an account with someone else's e-mail and a name of their choice.
 */
function createConfirmMail({ users, requests, requestOwn, url }: ConfirmMailDependencies): ComposeMail {
  /**
   * Returns the request that the link confirms. An account that has the address already comes first,
   * because other pending requests for this address now fail.
   */
  async function requestFor(clientId: string, key: string): Promise<EmailRequest | undefined> {
    const owner = (await users.findByEmail(clientId, key))?.user;
    if (!owner) return requests.ofAddress(clientId, key);
    const own = await requests.ofUser(owner.id);
    if (own?.email_key === key) return own;
    if (owner.state !== 'active' || !owner.mustConfirmEmail) return undefined;
    await requestOwn(owner);
    return requests.ofUser(owner.id);
  }

  return async ({ client, emailKey, i18nFor }): Promise<Mail | undefined> => {
    const request = await requestFor(client.id, emailKey);
    const user = request && (await users.find(request.user_id));
    if (!request || user?.state !== 'active') return undefined;
    const link = `${url}/confirm-email?token=${await requests.newToken(user.id)}`;
    const application = client.name;
    const i18n = await i18nFor(user.id);
    return {
      to: request.email,
      subject: i18n.t('Confirm your e-mail for {application}', { application }),
      text: mailText(
        i18n.t('Hello,'),
        i18n.t(
          'someone, probably you, uses this address for an account at {application}. To confirm that it is yours, open this page:',
          { application },
        ),
        link,
        i18n.t('The link works once and expires in one day. Only the newest link works.'),
        i18n.t('If this was not you, you can ignore this mail: nothing changes.'),
      ),
    };
  };
}

type PrepareDependencies = {
  db: Db;
  audit: Audit;
  users: Users;
  accountMails: AccountMails;
  requests: Requests;
};

/** Checks requests for an address, and stores them with their mails. */
function createPrepare({ db, audit, users, accountMails, requests }: PrepareDependencies) {
  /** Throws `not_found` for a removed user. */
  async function digestOf(userId: string): Promise<string> {
    const digest = await users.passwordDigest(userId);
    if (digest === undefined) throw new ApiError('not_found');
    return digest;
  }

  return {
    /** Stores the request of an account that must confirm its own address. */
    async requestOwn(user: User): Promise<void> {
      const passwordDigest = await digestOf(user.id);
      await db.write((tx) => requests.store(tx, user, { email: user.email, passwordDigest }));
    },

    /** Returns a function that stores the request. Throws `user_exists`. */
    async prepare(user: User, { email, key }: { email: string; key: string }) {
      const ownKey = emailKey(user.email) ?? user.email;
      const isNew = key !== ownKey;
      if (isNew && (await users.findByEmail(user.clientId, email))) throw new ApiError('user_exists');
      const to = { email: email.trim(), passwordDigest: await digestOf(user.id) };

      return async (tx: Transaction, address: string) => {
        const mail = { client_id: user.clientId, address };
        const expires = await requests.store(tx, user, to);
        await accountMails.addIn(tx, { ...mail, email_key: key, kind: 'confirm-email' });
        if (isNew) await accountMails.addIn(tx, { ...mail, email_key: ownKey, kind: 'email-requested' });
        const entry = { actorId: user.id, targetId: user.id, address };
        await audit.record(tx, { action: 'user.email.request', ...entry });
        return { email: to.email, expires };
      };
    },
  };
}
