import type { Audit } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { KnownAddresses } from '../../database/known-addresses.ts';
import { emailKey } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { SignInLimits } from '../../platform/sign-in-limits.ts';
import type { Accounts } from './accounts.ts';
import type { Visitor } from './open-sessions.ts';
import type { SecondFactor } from './second-factor.ts';
import type { Session, Sessions } from './sessions.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  passwords: Passwords;
  accounts: Accounts;
  sessions: Sessions;
  secondFactor: SecondFactor;
  knownAddresses: KnownAddresses;
  limits: SignInLimits;
};

type Credentials = { email: string; password: string };

export type SignIn = ReturnType<typeof createSignIn>;

/** Signs accounts in to the portal: by password, and by the second factor if it is on. */
export function createSignIn(dependencies: Dependencies) {
  const { db, audit, sessions, secondFactor, knownAddresses } = dependencies;
  const verify = createVerify(dependencies);

  /** Opens a session when nothing more is needed to sign in. Returns the token for the cookie. */
  async function enterIn(tx: Transaction, accountId: string, visitor: Visitor, detail?: string) {
    const { address } = visitor;
    await knownAddresses.rememberIn(tx, accountId, address);
    await audit.record(tx, { action: 'portal.sign-in', actorId: accountId, address, detail });
    return sessions.open(tx, accountId, 'open', visitor);
  }

  return {
    enterIn,

    /**
     * Signs in and ends `previous`. Returns the token for the cookie. Throws `bad_credentials` or
     * `too_many_requests`.
     */
    async byPassword(credentials: Credentials, visitor: Visitor, previous?: Session): Promise<string> {
      const found = await verify(credentials, visitor.address);
      if (!found) throw new ApiError('bad_credentials');
      const { id } = found.account;
      return db.write(async (tx) => {
        const hasSecondFactor = await recheckIn(tx, id, found.passwordHash);
        if (previous) await sessions.close(tx, previous.tokenHash);
        if (hasSecondFactor) return sessions.open(tx, id, 'second-factor', visitor);
        return enterIn(tx, id, visitor);
      });
    },

    /** Returns the token for the cookie. Throws `bad_code`, `session_required` or `too_many_requests`. */
    async byCode(pending: Session, code: string, visitor: Visitor): Promise<string> {
      const { id } = pending.account;
      const by = { actorId: id, address: visitor.address };
      const token = await secondFactor.take(id, code, by, async (tx, proof) => {
        if (!(await sessions.close(tx, pending.tokenHash))) throw new ApiError('session_required');
        return enterIn(tx, id, visitor, `with ${proof === 'authenticator' ? 'a code' : 'a recovery code'}`);
      });
      if (token === undefined) throw new ApiError('bad_code');
      return token;
    },

    /**
     * Confirms the password before an operation for which a session is not enough, and returns its hash. Throws
     * `invalid_request` naming the field, or `too_many_requests`.
     */
    async requirePassword(
      { account }: Session,
      password: string,
      address: string,
      field = 'password',
    ): Promise<string> {
      const found = await verify({ email: account.email, password }, address);
      if (!found) throw invalidField(field, 'must be your current password');
      return found.passwordHash;
    },
  };
}

/**
 * Returns a function that verifies a password. It returns undefined for a wrong one and, in the same time, for
 * an unknown account. Throws `too_many_requests`.
 */
function createVerify({ accounts, passwords, limits, audit }: Dependencies) {
  return async function verify({ email, password }: Credentials, address: string) {
    const found = await accounts.findByEmail(email);
    const account = emailKey(email) ?? email;
    const allowance = await limits.allowanceOf({ account, ownerId: found?.account.id, address });
    const matches = await passwords.verify(
      password,
      found?.passwordHash,
      { address, account },
      allowance.require,
    );
    if (found && matches && found.account.state === 'enabled') {
      allowance.succeeded();
      return found;
    }
    allowance.failed();
    audit.strangerRefused({ action: 'portal.sign-in.refused', targetId: found?.account.id, address });
    return undefined;
  };
}

/**
 * Returns whether the account has a second factor. Throws `bad_credentials` when the account was disabled, or its
 * password changed, since it was read.
 */
async function recheckIn(tx: Transaction, id: string, passwordHash: string): Promise<boolean> {
  const now = await tx
    .selectFrom('portal_accounts')
    .select('second_factor_since')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('state', '=', 'enabled')
    .executeTakeFirst();
  if (!now) throw new ApiError('bad_credentials');
  return now.second_factor_since !== null;
}
