import type { Audit } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { emailKey, type User, type Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { AccountMails } from '../account-mails/index.ts';
import type { Requests } from './requests.ts';

type Dependencies = { db: Db; audit: Audit; users: Users; accountMails: AccountMails; requests: Requests };

/** Checks requests for an address, and stores them with their mails. */
export function createPrepare({ db, audit, users, accountMails, requests }: Dependencies) {
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
