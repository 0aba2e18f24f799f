import type { Principal } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Users } from '../../people/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import type { SecondFactor } from '../second-factor/index.ts';
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
};

/** Who gives a proof, and from where. */
type Giver = { principal: Principal; address: string };

export type Proofs = ReturnType<typeof createProofs>;

/**
 * Asks people to prove again who they are before they change how they sign in: a token alone, which may have
 * been stolen, is not enough. A proof belongs to one sign-in and lasts for ten minutes.
 */
export function createProofs({ db, clock, audit, users, secondFactor, tryPassword }: Dependencies) {
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
    audit.refused({ action: 'user.proof.refused', actorId: id, targetId: id, address });
    throw invalidField(field, 'must be your current password');
  }

  /** Throws `invalid_request` naming `code`, when the account has a second factor and the code is not valid. */
  async function requireCode(code: string | undefined, { principal, address }: Giver): Promise<void> {
    const { id } = principal;
    if ((await secondFactor.since(id)) === undefined) return;
    if (code === undefined || code === '') throw invalidField('code', 'is required');
    const taken = await secondFactor.take(id, code, { actorId: id, address }, async () => true);
    if (taken === undefined) throw invalidField('code', 'must be a valid code that was not used before');
  }

  return {
    requirePassword,

    /** Stores a proof and returns when it ends. Throws `invalid_request` naming the field. */
    async give(
      { password, code }: { password: string; code?: string | undefined },
      giver: Giver,
    ): Promise<number> {
      await requirePassword(password, giver);
      await requireCode(code, giver);
      const now = clock.now();
      const { familyId, id } = giver.principal;
      await db.write(async (tx) => {
        await tx
          .updateTable('token_families')
          .set({ proved_at: now })
          .where('id', '=', familyId)
          .where('revoked_at', 'is', null)
          .execute();
        await audit.record(tx, { action: 'user.proof', actorId: id, targetId: id, address: giver.address });
      });
      return now + PROOF_MS;
    },

    /** Throws `proof_required` unless the sign-in has a recent proof. */
    async require({ familyId }: Principal): Promise<void> {
      const row = await db.read
        .selectFrom('token_families')
        .select('proved_at')
        .where('id', '=', familyId)
        .executeTakeFirst();
      if ((row?.proved_at ?? 0) <= clock.now() - PROOF_MS) throw new Problem('proof_required');
    },
  };
}
