import type { PasskeyCredential } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { runStatement } from '../../database/run-statement.ts';
import { PORTAL_APPLICATION } from '../../identity/applications/index.ts';
import type { Operators } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import {
  type AccountAuth,
  accountKey,
  type PageSession,
  type PageSessions,
} from '../../sign-in/auth/index.ts';
import type { SecondFactor } from '../../sign-in/second-factor/index.ts';
import type { Visitor } from './authorize.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  operators: Operators;
  operatorAuth: AccountAuth;
  operatorSecondFactor: SecondFactor;
  sessions: PageSessions;
};

type Credentials = { email: string; password: string };

export type SignIn = ReturnType<typeof createSignIn>;

/** Signs operators in to the portal: by password, and by the second factor if it is on. */
export function createSignIn(dependencies: Dependencies) {
  const { db, audit, operators, operatorAuth, operatorSecondFactor, sessions } = dependencies;
  const enterIn = createEnterIn(dependencies);

  return {
    enterIn,

    /**
     * Signs in and ends `previous`. Returns the token for the cookie. Throws `bad_credentials` or
     * `too_many_requests`.
     */
    async byPassword(
      { email, password }: Credentials,
      visitor: Visitor,
      previous?: PageSession,
    ): Promise<string> {
      const { address } = visitor;
      const found = await operators.findByEmail(PORTAL_APPLICATION, email);
      const account = accountKey(PORTAL_APPLICATION, email);
      const accepted = await operatorAuth.tryPassword({ account, found, passwords: [password], address });
      if (!found || accepted === undefined) {
        audit.strangerRefused({ action: 'portal.sign-in.refused', targetId: found?.user.id, address });
        throw new ApiError('bad_credentials');
      }
      const { id: userId } = found.user;
      return db.write(async (tx) => {
        // The account was disabled, or its password changed, since it was read.
        if (!(await runStatement(tx, operators.lockStatement(userId, found.passwordHash))))
          throw new ApiError('bad_credentials');
        if (previous) await sessions.close(tx, previous.id);
        if ((await operatorSecondFactor.sinceIn(tx, userId)) === undefined)
          return enterIn(tx, { userId }, visitor);
        return sessions.open(tx, { userId, state: 'second-factor' }, visitor);
      });
    },

    byPasskey: createByPasskey(dependencies, enterIn),

    /** Returns the token for the cookie. Throws `bad_code`, `session_required` or `too_many_requests`. */
    async byCode(pending: PageSession, code: string, visitor: Visitor): Promise<string> {
      const { id: userId } = pending.account;
      const by = { actorId: userId, address: visitor.address };
      const token = await operatorSecondFactor.take(userId, code, by, async (tx, proof) => {
        if (!(await sessions.close(tx, pending.id))) throw new ApiError('session_required');
        const detail = `with ${proof === 'authenticator' ? 'a code' : 'a recovery code'}`;
        return enterIn(tx, { userId, detail }, visitor);
      });
      if (token === undefined) throw new ApiError('bad_code');
      return token;
    },
  };
}

/**
 * Returns a function that signs in by a passkey and ends `previous`. It asks for no code, because the authenticator
 * verified the person. Returns the token for the cookie. Throws `passkey_refused`, `passkeys_unavailable` or
 * `too_many_requests`.
 */
function createByPasskey(
  { db, audit, operators, operatorAuth, sessions }: Dependencies,
  enterIn: ReturnType<typeof createEnterIn>,
) {
  return async (credential: PasskeyCredential, visitor: Visitor, previous?: PageSession): Promise<string> => {
    const { address } = visitor;
    const { user, passkeyId, statement } = await operatorAuth.tryPasskey({
      credential,
      address,
      isExpected: () => true,
      refuse: (owner, detail) => {
        const entry = { targetId: owner?.id, address, detail };
        audit.strangerRefused({ action: 'portal.sign-in.refused', ...entry });
        return new ApiError('passkey_refused');
      },
    });
    return db.write(async (tx) => {
      // The account was disabled, or the passkey removed or used, since it was verified.
      for (const condition of [operators.lockActiveStatement(user.id), statement])
        if (!(await runStatement(tx, condition))) throw new ApiError('passkey_refused');
      if (previous) await sessions.close(tx, previous.id);
      return enterIn(tx, { userId: user.id, detail: 'with a passkey', passkeyId }, visitor);
    });
  };
}

type Entry = { userId: string; detail?: string; passkeyId?: string };

/** Returns a function that opens a session when nothing more is needed, and returns the token for the cookie. */
const createEnterIn =
  ({ audit, operatorAuth, sessions }: Dependencies) =>
  async (tx: Transaction, { userId, detail, passkeyId }: Entry, visitor: Visitor): Promise<string> => {
    const { address } = visitor;
    await runStatement(tx, operatorAuth.knownAddresses.remember(userId, address));
    await audit.record(tx, { action: 'portal.sign-in', actorId: userId, address, detail });
    return sessions.open(tx, { userId, state: 'open', passkeyId }, visitor);
  };
