import type { SignedIn } from '../../core/access/index.ts';
import type { Transaction } from '../../database/index.ts';
import { emailKey, type User, type Users } from '../../identity/users/index.ts';
import type { AccountMails, NewMail } from '../account-mails/index.ts';
import type { Auth } from '../auth/index.ts';

type Dependencies = { users: Users; accountMails: AccountMails; auth: Auth };

/** Creates what every change of how a person signs in begins with, and ends with. */
export const createProven = ({ users, accountMails, auth }: Dependencies) => ({
  /** Returns the user, who has just proved who it is, and who acts. Throws `proof_required`. */
  async proven(context: SignedIn) {
    const { principal } = context;
    await auth.reauthentication.require(principal);
    const user = await users.get(principal.id);
    return { user, principal, by: { actorId: user.id, address: context.address } };
  },

  /** Returns a function that queues, in its transaction, a mail that reports the change to the user. */
  mailNotice:
    ({ clientId, email }: User, kind: NewMail['kind'], { address }: SignedIn) =>
    (tx: Transaction) =>
      accountMails.addIn(tx, { client_id: clientId, email_key: emailKey(email) ?? email, kind, address }),
});
