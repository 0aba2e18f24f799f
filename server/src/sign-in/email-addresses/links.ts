import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { moveConfirmationIn } from '../../home/notifications/index.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { Applications, Client } from '../../identity/applications/index.ts';
import { emailKey, type User, type Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { AccountMails } from '../account-mails/index.ts';
import type { Auth } from '../auth/index.ts';
import type { EmailRequest, Requests } from './requests.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  users: Users;
  applications: Applications;
  preferences: Preferences;
  accountMails: AccountMails;
  auth: Auth;
  requests: Requests;
};

/** Someone who opened a link: the user, its application, and the address to be confirmed. */
export type LinkOwner = { user: User; client: Client; email: string };
type Found = LinkOwner & { request: EmailRequest };

/** Finds and uses the links in mails. */
export function createLinks(dependencies: Dependencies) {
  const { db, audit, users, applications, preferences, accountMails, auth, requests } = dependencies;

  /** Returns the owner of a link, and counts failed guesses. Throws `too_many_requests`. */
  async function find(token: string, address: string): Promise<Found | undefined> {
    const request = await requests.find(token);
    const user = request && (await users.find(request.user_id));
    const client = user && (await applications.findById(user.clientId));
    if (request && user?.state === 'active' && client?.state === 'enabled')
      return { user, client, email: request.email, request };
    await auth.limits.failedToken(address);
    return undefined;
  }

  return {
    find,

    /**
     * Confirms the address of a link, which the user has from now on. Throws `not_found`, `user_exists` when
     * another account has it, or `too_many_requests`.
     */
    async confirm(token: string, address: string): Promise<LinkOwner> {
      const owner = await find(token, address);
      if (!owner) throw new ApiError('not_found');
      const { user, request } = owner;
      const ownKey = emailKey(user.email) ?? user.email;
      const isNew = request.email_key !== ownKey;
      const language = (await preferences.languageOf(user.id)) ?? null;
      await db.write(async (tx) => {
        await requests.takeIn(tx, request);
        if (isNew) {
          await users.setEmailIn(tx, user.id, { email: request.email, emailKey: request.email_key });
          await moveConfirmationIn(tx, user.id, { from: user.email, to: request.email });
          const mail = { client_id: user.clientId, email_key: ownKey, address, language };
          await accountMails.addIn(tx, { ...mail, kind: 'email-changed' });
        } else await users.confirmEmailIn(tx, user.id);
        const action = isNew ? 'user.email' : 'user.email.confirm';
        await audit.record(tx, { action, actorId: user.id, targetId: user.id, address });
      });
      return owner;
    },
  };
}
