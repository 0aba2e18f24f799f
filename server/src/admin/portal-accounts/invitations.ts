import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { PORTAL_APPLICATION } from '../../identity/applications/index.ts';
import { emailKey, type Operators } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { newId } from '../../platform/random-token.ts';
import type { AccountAuth } from '../../sign-in/auth/index.ts';
import { createAccept } from './accept-invitation.ts';
import { alreadyThere, type Invitation, type NewInvitation } from './invitation.ts';
import { createInvitationStore, FIRST_OWNER } from './invitation-store.ts';
import { countAccounts } from './read-models/operator-accounts.ts';
import type { SignIn } from './sign-in.ts';

/**
 * Maximum number of accounts and pending invitations: a portal is for developers and operators, not for all
 * users.
 */
const MAX_ACCOUNTS = 500;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  operators: Operators;
  operatorAuth: AccountAuth;
  signIn: SignIn;
  /** The base URL of the pages. */
  url: string;
};

export type Invitations = ReturnType<typeof createInvitations>;

/**
 * Manages invitations. Each is a link that creates one account, once, within seven days. Only a hash of the
 * link is stored.
 */
export function createInvitations(dependencies: Dependencies) {
  const { db, operators, operatorAuth } = dependencies;
  const hasOwner = () => operators.hasOwnerIn(db.read);
  const store = createInvitationStore(dependencies);

  /**
   * Returns the invitation of a token. Throws `not_found`; wrong guesses are counted, and too many cause
   * `too_many_requests`.
   */
  async function find(token: string, address: string): Promise<Invitation> {
    const invitation = await store.find(token);
    if (invitation) return invitation;
    await operatorAuth.limits.failedToken(address);
    throw new ApiError('not_found', { detail: 'This invitation was used or revoked, or has expired.' });
  }

  return {
    find,
    accept: createAccept({ ...dependencies, find }),
    list: store.list,
    revoke: store.revoke,
    prune: store.prune,

    needsOwner: async (): Promise<boolean> => !(await hasOwner()),

    /**
     * Returns a link for the first owner and replaces that of an earlier start; undefined once there is an
     * owner.
     */
    async firstOwner(): Promise<string | undefined> {
      if (await hasOwner()) return undefined;
      const { link } = await store.save({ id: FIRST_OWNER, email: undefined, role: 'owner' }, {});
      return link;
    },

    /** Creates an invitation. Throws `invalid_request`, `user_exists` or `quota_exceeded`. */
    async create({ email, role }: NewInvitation, by: By) {
      if (email !== undefined && emailKey(email) === undefined)
        throw invalidField('email', 'is not an e-mail address');
      if (email !== undefined && (await operators.findByEmail(PORTAL_APPLICATION, email)))
        throw alreadyThere();
      return store.save({ id: newId(), email, role }, by, requireRoom);
    },
  };
}

/** Throws `quota_exceeded` when there are too many accounts and invitations. */
async function requireRoom(tx: Transaction): Promise<void> {
  const { invitations } = await tx
    .selectFrom('portal_invitations')
    .select((of) => of.fn.countAll<number>().as('invitations'))
    .where('account_id', 'is', null)
    .executeTakeFirstOrThrow();
  if ((await countAccounts(tx)) + Number(invitations) >= MAX_ACCOUNTS) throw new ApiError('quota_exceeded');
}
