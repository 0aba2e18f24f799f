import type { PasskeyCredential } from '@azulejo/contract';
import type { BoundStatement } from '@azulejo/storage';
import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { type Clock, MAX_AHEAD_MS } from '../../platform/clock.ts';
import type { SecondFactor } from '../second-factor/index.ts';
import type { AccountNames } from './account-names.ts';
import type { TryPasskey } from './grants/try-passkey.ts';
import { accountKey, type TryPassword } from './grants/try-password.ts';

/** How long a proof allows changes, so that a person who changes several things gives it once. */
const PROOF_MS = 10 * 60 * 1000;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  users: Users;
  secondFactor: SecondFactor;
  tryPassword: TryPassword;
  tryPasskey: TryPasskey;
  names: AccountNames;
};

/** Who gives a proof, in which sign-in. */
type Prover = { id: string; signInId: string };

type Proof = { password: string; code?: string };
type Giver = { principal: Prover; address: string };

export type Reauthentication = ReturnType<typeof createReauthentication>;

/**
 * Asks people to prove again who they are before they change how they sign in: a token alone, which may have
 * been stolen, is not enough. A proof belongs to one sign-in and lasts for ten minutes.
 */
export function createReauthentication(dependencies: Dependencies) {
  const { db, clock, audit, tryPasskey, names } = dependencies;
  const store = createStore(dependencies);
  const { requirePassword, requireBoth } = createRequire(dependencies);

  return {
    requirePassword,
    requireBoth,

    /** Stores a proof and returns when it ends. Throws `invalid_request` naming the field. */
    async give(proof: Proof, giver: Giver): Promise<number> {
      await requireBoth(proof, giver);
      return store(giver);
    },

    /** Does the same with a passkey, which proves both. Throws `invalid_request` naming `credential`. */
    async giveByPasskey(credential: PasskeyCredential, giver: Giver): Promise<number> {
      const { principal, address } = giver;
      const { id } = principal;
      const accepted = await tryPasskey({
        credential,
        address,
        isExpected: (user) => user.id === id,
        refuse: (_user, detail) => {
          audit.refused({ action: names.proofRefused, actorId: id, targetId: id, address, detail });
          return badPasskey();
        },
      });
      return store(giver, [accepted.statement]);
    },

    /** Throws `proof_required` unless the sign-in has a recent proof. */
    async require({ signInId }: Pick<Prover, 'signInId'>): Promise<void> {
      const row = await db.read
        .selectFrom('sign_ins')
        .select('proved_at')
        .where('id', '=', signInId)
        .executeTakeFirst();
      const age = clock.now() - (row?.proved_at ?? 0);
      // A proof of a clock that was ahead would be recent until its time is past.
      if (age >= PROOF_MS || age < -MAX_AHEAD_MS) throw new ApiError('proof_required');
    },
  };
}

/** Creates what requires password and code. */
function createRequire({ audit, users, secondFactor, tryPassword, names }: Dependencies) {
  /** Throws `invalid_request` naming the field, or `too_many_requests`. */
  async function requirePassword(
    password: string,
    { principal, address }: Giver,
    field = 'password',
  ): Promise<void> {
    const { id, clientId, email } = await users.get(principal.id);
    const found = await users.findByEmail(clientId, email);
    const attempt = { account: accountKey(clientId, email), found, passwords: [password], address };
    if ((await tryPassword(attempt)) !== undefined) return;
    audit.refused({ action: names.proofRefused, actorId: id, targetId: id, address });
    throw invalidField(field, 'must be your current password');
  }

  /** Requires the password, and a code if there is a second factor. Throws like `requirePassword`. */
  async function requireBoth({ password, code }: Proof, giver: Giver): Promise<void> {
    await requirePassword(password, giver);
    await requireCode(secondFactor, code, giver);
  }

  return { requirePassword, requireBoth };
}

/** Throws `invalid_request` naming `code`, when the account has a second factor and the code is not valid. */
async function requireCode(
  secondFactor: SecondFactor,
  code: string | undefined,
  { principal, address }: Giver,
): Promise<void> {
  const { id } = principal;
  if ((await secondFactor.since(id)) === undefined) return;
  if (code === undefined || code === '') throw invalidField('code', 'is required');
  const taken = await secondFactor.take(id, code, { actorId: id, address }, async () => true);
  if (taken === undefined) throw invalidField('code', 'must be a valid code that was not used before');
}

const badPasskey = () =>
  invalidField('credential', 'must be from one of your passkeys, and answer an open challenge');

/** Returns a function that stores a proof, after `before`, and returns when it ends. */
function createStore({ db, clock, audit }: Pick<Dependencies, 'db' | 'clock' | 'audit'>) {
  const prove = db.prepare<{ id: string; now: number }>()((kysely, p) =>
    kysely
      .updateTable('sign_ins')
      .set({ proved_at: p('now') })
      .where('id', '=', p('id'))
      .where('revoked_at', 'is', null),
  );
  return async ({ principal, address }: Giver, before: readonly BoundStatement[] = []): Promise<number> => {
    const { signInId, id } = principal;
    const now = clock.now();
    const { committed } = await db.unit([
      ...before,
      prove.bind({ id: signInId, now }),
      audit.statement({ action: 'user.proof', actorId: id, targetId: id, address }),
    ]);
    if (!committed) throw badPasskey();
    return now + PROOF_MS;
  };
}
