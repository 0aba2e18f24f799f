import type { PortalRole } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { emailKey } from '../../people/users/index.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import { hashSecret, newId, newToken, parseToken } from '../../platform/random-token.ts';
import type { SignInLimits } from '../../platform/sign-in-limits.ts';
import { checkPortalPassword } from './account.ts';
import type { Accounts } from './accounts.ts';
import type { Visitor } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

const LIFETIME_MS = 7 * 24 * 3600 * 1000;
/**
 * Maximum number of accounts and pending invitations: a portal is for developers and operators, not for all
 * users.
 */
const MAX_ACCOUNTS = 500;

/**
 * The fixed id of the first owner's invitation, so that there is one link at most, however often a platform
 * without an owner starts.
 */
const FIRST_OWNER = 'first-owner';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  accounts: Accounts;
  signIn: SignIn;
  limits: SignInLimits;
  /** The base URL of the pages. */
  url: string;
};

export type Invitation = {
  id: string;
  email: string | undefined;
  role: PortalRole;
  /** The inviter's name; undefined for the operator, or a removed account. */
  invitedBy: string | undefined;
  created: number;
  expires: number;
};

type NewInvitation = { email?: string | undefined; role: PortalRole };

export type Invitee = { name: string; email: string; password: string };

export type Invitations = ReturnType<typeof createInvitations>;

/**
 * Manages invitations. Each is a link that creates one account, once, within seven days. Only a hash of the
 * link is stored.
 */
export function createInvitations(dependencies: Dependencies) {
  const { db, clock, audit, passwords, accounts, signIn, limits, url } = dependencies;

  const pending = () =>
    db.read
      .selectFrom('portal_invitations as i')
      .leftJoin('portal_accounts as a', 'a.id', 'i.invited_by')
      .select(['i.id', 'i.email', 'i.role', 'a.name as invited_by', 'i.created', 'i.expires'])
      .where('i.account_id', 'is', null)
      .where('i.expires', '>', clock.now());

  async function requireRoom(): Promise<void> {
    const { accounts, invitations } = await db.read
      .selectNoFrom((eb) => [
        eb
          .selectFrom('portal_accounts')
          .select((of) => of.fn.countAll<number>().as('n'))
          .as('accounts'),
        eb
          .selectFrom('portal_invitations')
          .select((of) => of.fn.countAll<number>().as('n'))
          .where('account_id', 'is', null)
          .as('invitations'),
      ])
      .executeTakeFirstOrThrow();
    if (Number(accounts) + Number(invitations) >= MAX_ACCOUNTS) throw new Problem('quota_exceeded');
  }

  /**
   * Returns the invitation of a token. Throws `not_found`; wrong guesses are counted and lead to
   * `too_many_requests`.
   */
  async function find(token: string, address: string): Promise<Invitation> {
    const row =
      parseToken('azi', token) === undefined
        ? undefined
        : await pending().where('i.token_hash', '=', hashSecret(token)).executeTakeFirst();
    if (row) return toInvitation(row);
    limits.failedToken(address);
    throw new Problem('not_found', { detail: 'This invitation was used, taken back, or has expired.' });
  }

  /**
   * Stores an invitation with a new link and replaces one with the same id. Only the caller knows the link.
   */
  async function store({ id, email, role }: NewInvitation & { id: string }, by: By) {
    const token = newToken('azi');
    const created = clock.now();
    const row = {
      id,
      email: email?.trim() ?? null,
      role,
      invited_by: by.actorId ?? null,
      created,
      expires: created + LIFETIME_MS,
    };
    const stored = { ...row, token_hash: hashSecret(token), account_id: null };
    await db.write(async (tx) => {
      await tx
        .insertInto('portal_invitations')
        .values(stored)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(stored))
        .execute();
      await audit.record(tx, {
        action: 'portal.invitation.create',
        ...by,
        targetId: id,
        detail: describe(row),
      });
    });
    return {
      invitation: toInvitation({ ...row, invited_by: null }),
      link: `${url}/portal/invitation#${token}`,
    };
  }

  return {
    find,

    /**
     * Returns a link for the first owner and replaces that of an earlier start; undefined once there is an
     * owner.
     */
    async firstOwner(): Promise<string | undefined> {
      if (await accounts.hasOwner()) return undefined;
      const { link } = await store({ id: FIRST_OWNER, email: undefined, role: 'owner' }, {});
      return link;
    },

    /** Creates an invitation. Throws `invalid_request`, `user_exists` or `quota_exceeded`. */
    async create({ email, role }: NewInvitation, by: By) {
      if (email !== undefined && emailKey(email) === undefined)
        throw invalidField('email', 'is not an e-mail address');
      if (email !== undefined && (await accounts.findByEmail(email))) throw alreadyThere();
      await requireRoom();
      return store({ id: newId(), email, role }, by);
    },

    /** Returns the invitations that are not accepted yet, newest first. */
    list: async (): Promise<Invitation[]> =>
      (await pending().orderBy('i.created', 'desc').orderBy('i.id').execute()).map(toInvitation),

    /** Throws `not_found`. */
    revoke: (id: string, by: By): Promise<void> =>
      db.write(async (tx) => {
        const revoked = await tx
          .deleteFrom('portal_invitations')
          .where('id', '=', id)
          .where('account_id', 'is', null)
          .returning(['role', 'email'])
          .executeTakeFirst();
        if (!revoked) throw new Problem('not_found');
        const entry = { ...by, targetId: id, detail: describe(revoked) };
        await audit.record(tx, { action: 'portal.invitation.revoke', ...entry });
      }),

    /**
     * Creates the account, signs it in and returns the token for the cookie. Throws `not_found`,
     * `weak_password`, `user_exists`, `too_many_requests`, or `invalid_request` naming the field.
     */
    async accept(token: string, { name, email, password }: Invitee, visitor: Visitor): Promise<string> {
      const { address } = visitor;
      const invitation = await find(token, address);
      const { role } = invitation;
      if (invitation.email !== undefined && emailKey(invitation.email) !== emailKey(email))
        throw invalidField('email', 'must be the one that was invited');
      await checkPortalPassword(password, { name, email });
      if (await accounts.findByEmail(email)) throw alreadyThere();
      const passwordHash = await passwords.hash(password, { address });
      return db.write(async (tx) => {
        const id = await accounts.createIn(tx, { email, name, role, passwordHash });
        const used = await tx
          .updateTable('portal_invitations')
          .set({ account_id: id })
          .where('token_hash', '=', hashSecret(token))
          .where('account_id', 'is', null)
          .where('expires', '>', clock.now())
          .returning('id')
          .executeTakeFirst();
        if (!used) throw new Problem('not_found');
        const entry = { actorId: id, targetId: id, address, detail: role };
        await audit.record(tx, { action: 'portal.account.create', ...entry });
        return signIn.enterIn(tx, id, visitor);
      });
    },

    prune: (): Promise<void> =>
      deleteInBatches((limit) =>
        db.write((tx) => {
          const due = tx
            .selectFrom('portal_invitations')
            .select('id')
            .where('expires', '<=', clock.now())
            .limit(limit);
          return tx.deleteFrom('portal_invitations').where('id', 'in', due).executeTakeFirstOrThrow();
        }),
      ),
  };
}

const describe = ({ role, email }: { role: PortalRole; email: string | null }): string =>
  email === null ? role : `${role}, ${email}`;

const alreadyThere = () =>
  new Problem('user_exists', { fields: [{ field: 'email', reason: 'has an account already' }] });

type Row = {
  id: string;
  email: string | null;
  role: PortalRole;
  invited_by: string | null;
  created: number;
  expires: number;
};

const toInvitation = ({ email, invited_by, ...row }: Row): Invitation => ({
  ...row,
  email: email ?? undefined,
  invitedBy: invited_by ?? undefined,
});
