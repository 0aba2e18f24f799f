import type { Insertable } from 'kysely';
import type { Audit, By } from '../../core/audit/index.ts';
import { deleteUntil } from '../../database/delete-until.ts';
import type { Database, Db, Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newToken, parseToken } from '../../platform/random-token.ts';
import { describe, type Invitation, type NewInvitation, toInvitation } from './invitation.ts';
import { selectPending } from './read-models/invitations.ts';

const LIFETIME_MS = 7 * 24 * 3600 * 1000;

/**
 * The fixed id of the first owner's invitation, so that there is one link at most, however often a platform
 * without an owner starts.
 */
export const FIRST_OWNER = 'first-owner';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  /** The base URL of the pages. */
  url: string;
};

export type InvitationStore = ReturnType<typeof createInvitationStore>;

/** Refuses a change by throwing, inside its transaction. */
type Check = (tx: Transaction) => Promise<void>;

/** Stores invitations, and only a hash of each link. */
export function createInvitationStore({ db, clock, audit, url }: Dependencies) {
  const pending = () => selectPending(db, clock.now());

  return {
    /** Returns the pending invitation of a link's token. */
    async find(token: string): Promise<Invitation | undefined> {
      if (parseToken('azi', token) === undefined) return undefined;
      const row = await pending().where('i.token_hash', '=', hashSecret(token)).executeTakeFirst();
      return row && toInvitation(row);
    },

    /** Returns the invitations that are not accepted yet, newest first. */
    list: async (): Promise<Invitation[]> =>
      (await pending().orderBy('i.created', 'desc').orderBy('i.id').execute()).map(toInvitation),

    /**
     * Saves an invitation with a new link and replaces one with the same id. Only the caller knows the link.
     * `check` may refuse it.
     */
    async save({ id, email, role }: NewInvitation & { id: string }, by: By, check: Check = async () => {}) {
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
      await db.write(async (tx) => {
        await check(tx);
        await upsertIn(tx, { ...row, token_hash: hashSecret(token), account_id: null });
        const entry = { ...by, targetId: id, detail: describe(row) };
        await audit.record(tx, { action: 'portal.invitation.create', ...entry });
      });
      return {
        invitation: toInvitation({ ...row, invited_by: null }),
        link: `${url}/portal/invitation#${token}`,
      };
    },

    /** Throws `not_found`. */
    revoke: (id: string, by: By): Promise<void> =>
      db.write(async (tx) => {
        const entry = { ...by, targetId: id, detail: describe(await deleteIn(tx, id)) };
        await audit.record(tx, { action: 'portal.invitation.revoke', ...entry });
      }),

    prune: (): Promise<void> =>
      deleteUntil(db, { table: 'portal_invitations', key: ['id'], time: 'expires' }, clock.now()),
  };
}

/** Withdraws the link for the first owner, which is in a file or a terminal, once there is an owner. */
export async function withdrawFirstOwnerIn(tx: Transaction): Promise<void> {
  await tx
    .deleteFrom('portal_invitations')
    .where('id', '=', FIRST_OWNER)
    .where('account_id', 'is', null)
    .execute();
}

/** Revokes the pending invitations of an account that may no longer invite. */
export async function revokeAllOf(
  tx: Transaction,
  accountId: string,
  { audit, by }: { audit: Audit; by: By },
): Promise<void> {
  const revoked = await tx
    .deleteFrom('portal_invitations')
    .where('invited_by', '=', accountId)
    .where('account_id', 'is', null)
    .returning(['id', 'role', 'email'])
    .execute();
  for (const row of revoked)
    await audit.record(tx, {
      action: 'portal.invitation.revoke',
      ...by,
      targetId: row.id,
      detail: describe(row),
    });
}

async function upsertIn(tx: Transaction, row: Insertable<Database['portal_invitations']>): Promise<void> {
  await tx
    .insertInto('portal_invitations')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** Deletes an invitation that is not accepted yet. Throws `not_found`. */
async function deleteIn(tx: Transaction, id: string) {
  const deleted = await tx
    .deleteFrom('portal_invitations')
    .where('id', '=', id)
    .where('account_id', 'is', null)
    .returning(['role', 'email'])
    .executeTakeFirst();
  if (!deleted) throw new ApiError('not_found');
  return deleted;
}
