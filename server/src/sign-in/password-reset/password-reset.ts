import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { ApplicationClient, Applications } from '../../identity/applications/index.ts';
import { emailKey, type User, type Users } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { I18n } from '../../platform/languages/index.ts';
import { type Mail, mailText } from '../../platform/mail/index.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { SharedWindows } from '../../platform/shared-windows.ts';
import {
  type AccountMails,
  type ComposeMail,
  createMailLimits,
  type Recipient,
} from '../account-mails/index.ts';
import { type Accounts, checkPassword } from '../accounts/index.ts';
import type { Auth } from '../auth/index.ts';
import { createLinks, type Links } from './links.ts';

const LIFETIME_MS = 3600 * 1000;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  applications: Applications;
  users: Users;
  auth: Auth;
  accounts: Accounts;
  accountMails: AccountMails;
  strictWindows: SharedWindows;
  /** The base URL of the page. */
  url: string;
  resetsPerAddress: number;
  resetsPerAccount: number;
};

/** The user whose password a link sets, and its application. */
export type LinkOwner = { user: User; client: ApplicationClient };

export type PasswordReset = ReturnType<typeof createPasswordReset>;

/** Resets forgotten passwords by a link in a mail. */
export function createPasswordReset(dependencies: Dependencies) {
  const { db, users, auth, accounts, accountMails, passwords } = dependencies;
  const links = createResetLinks(dependencies);
  registerMails({ accountMails, users, links });
  const { byAddress, byAccount } = createMailLimits('password_resets', dependencies);

  /** Finds the owner of a link and counts failed guesses. Throws `too_many_requests`. */
  async function find(token: string, address: string): Promise<LinkOwner | undefined> {
    const user = (await links.find(token))?.user;
    const client = user && (await dependencies.applications.findById(user.clientId));
    if (user && client?.kind === 'application' && client.state === 'enabled') return { user, client };
    await auth.limits.failedToken(address);
    return undefined;
  }

  return {
    sendsMail: accountMails.sendsMail,

    /**
     * Queues a mail. Does the same work whether or not the e-mail has an account, and so takes the same time:
     * the recipient is looked up when the mail is sent. Throws `invalid_request` or `too_many_requests`.
     */
    async request(input: { appId: string; email: string }, address: string): Promise<void> {
      await byAddress.takeStrictly(address);
      const client = await accounts.applicationOf(input.appId);
      const key = emailKey(input.email);
      if (key === undefined) throw invalidField('email', 'is not an e-mail address');
      await byAccount.takeStrictly(
        await auth.requesterOf({ clientId: client.id, email: input.email, address }),
      );
      const mail = { client_id: client.id, email_key: key, kind: 'reset' as const, address };
      await db.write((tx) => accountMails.addIn(tx, mail));
    },

    find,

    /** Throws `not_found` for an invalid link, `weak_password` with the reason, or `too_many_requests`. */
    async complete({ token, password }: { token: string; password: string }, address: string): Promise<void> {
      const owner = await find(token, address);
      if (!owner) throw new ApiError('not_found');
      const { user, client } = owner;
      await checkPassword(password, client.minimumPasswordLength, user);
      const key = emailKey(user.email) ?? user.email;
      await users.setPassword(user.id, await passwords.hash(password, { address }), {
        audited: { actorId: user.id, address, detail: 'by a link' },
        first: async (tx, now) => {
          await links.useIn(tx, token, now);
          // The person who opened the link can read the mailbox.
          await users.confirmEmailIn(tx, user.id);
          await accountMails.addIn(tx, { client_id: client.id, email_key: key, kind: 'changed', address });
        },
      });
    },

    /** Creates a link that an operator hands over. Throws `not_found`. */
    makeLink: async (userId: string, by?: By): Promise<string> => (await links.make(userId, by)).link,

    prune: links.prune,
  };
}

const createResetLinks = ({ url, ...dependencies }: Dependencies): Links =>
  createLinks({
    ...dependencies,
    lifetimeMs: LIFETIME_MS,
    urlOf: (token) => `${url}/reset-password?token=${token}`,
    action: 'user.reset-link',
  });

type ComposeMailDependencies = { accountMails: AccountMails; users: Users; links: Links };

type MailOwner = Pick<LinkOwner, 'user'> & Pick<Recipient, 'client'>;

/** Registers the mails of password resets. None is sent to someone who may not sign in. */
function registerMails({ accountMails, users, links }: ComposeMailDependencies): void {
  const toOwner =
    (compose: (owner: MailOwner, recipient: Recipient) => ReturnType<ComposeMail>): ComposeMail =>
    async (recipient) => {
      const { client, emailKey } = recipient;
      const found = await users.findByEmail(client.id, emailKey);
      return found?.user.state === 'active' ? compose({ user: found.user, client }, recipient) : undefined;
    };
  accountMails.composeBy(
    'reset',
    toOwner(async (owner, { i18nFor, address }) =>
      resetMail(await i18nFor(owner.user.id), owner, (await links.make(owner.user.id, { address })).link),
    ),
  );
  accountMails.composeBy(
    'changed',
    toOwner(async (owner, { i18nFor }) => changedMail(await i18nFor(owner.user.id), owner)),
  );
}

/*
 * No mail contains the user's name: anyone can create an account with someone else's e-mail and a name of
 * their choice, and would have us send that text.
 */

const accountOf = ({ user, client }: MailOwner) => ({ application: client.name, email: user.email });

const resetMail = (i18n: I18n, owner: MailOwner, link: string): Mail => ({
  to: owner.user.email,
  subject: i18n.t('Set a new password for {application}', accountOf(owner)),
  text: mailText(
    i18n.t('Hello,'),
    i18n.t(
      'someone, probably you, requested a new password for your account at {application} ({email}). To choose one, open this page:',
      accountOf(owner),
    ),
    link,
    i18n.t('The link works once and expires in one hour. Only the newest link works.'),
    i18n.t('If you did not request this, you can ignore this mail: your password does not change.'),
  ),
});

const changedMail = (i18n: I18n, owner: MailOwner): Mail => ({
  to: owner.user.email,
  subject: i18n.t('Your password for {application} was changed', accountOf(owner)),
  text: mailText(
    i18n.t('Hello,'),
    i18n.t(
      'the password of your account at {application} ({email}) was changed with a link that was sent to this address. Every device was signed out; sign in again with the new password.',
      accountOf(owner),
    ),
    i18n.t(
      'If this was not you, someone else can read your mail. Change the password of your mailbox first, then request a new password in the app.',
    ),
  ),
});
