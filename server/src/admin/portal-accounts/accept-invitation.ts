import type { Audit } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { PORTAL_APPLICATION } from '../../identity/applications/index.ts';
import { emailKey, type Operators } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { hashSecret } from '../../platform/random-token.ts';
import { checkNewPortalAccount } from './account.ts';
import type { Visitor } from './authorize.ts';
import { alreadyThere, type Invitation } from './invitation.ts';
import { FIRST_OWNER, withdrawFirstOwnerIn } from './invitation-store.ts';
import type { SignIn } from './sign-in.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  operators: Operators;
  signIn: SignIn;
  find: (token: string, address: string) => Promise<Invitation>;
};

export type Invitee = { name: string; email: string; password: string };

/**
 * Returns a function that creates the account, signs it in and returns the token for the cookie. It throws
 * `not_found`, `weak_password`, `user_exists`, `too_many_requests`, or `invalid_request` naming the field.
 */
export function createAccept({ db, clock, audit, passwords, operators, signIn, find }: Dependencies) {
  return async function accept(
    token: string,
    { name, email, password }: Invitee,
    visitor: Visitor,
  ): Promise<string> {
    const { address } = visitor;
    const invitation = await find(token, address);
    const { role } = invitation;
    if (invitation.email !== undefined && emailKey(invitation.email) !== emailKey(email))
      throw invalidField('email', 'must be the one that was invited');
    const key = await checkNewPortalAccount({ name, email, password });
    if (await operators.findByEmail(PORTAL_APPLICATION, email)) throw alreadyThere();
    const passwordHash = await passwords.hash(password, { address });
    return db.write(async (tx) => {
      // A link that was made while another first owner was created is of no use any more.
      if (invitation.id === FIRST_OWNER && (await operators.hasOwnerIn(tx))) throw new ApiError('not_found');
      const id = await operators.insertIn(tx, { email, emailKey: key, name, role, passwordHash });
      await markUsed(tx, token, id, clock.now());
      if (role === 'owner') await withdrawFirstOwnerIn(tx);
      const entry = { actorId: id, targetId: id, address, detail: role };
      await audit.record(tx, { action: 'portal.account.create', ...entry });
      return signIn.enterIn(tx, { userId: id }, visitor);
    });
  };
}

/** Links the invitation to its account. Throws `not_found` when it is no longer valid. */
async function markUsed(tx: Transaction, token: string, accountId: string, now: number): Promise<void> {
  const used = await tx
    .updateTable('portal_invitations')
    .set({ account_id: accountId })
    .where('token_hash', '=', hashSecret(token))
    .where('account_id', 'is', null)
    .where('expires', '>', now)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw new ApiError('not_found');
}
