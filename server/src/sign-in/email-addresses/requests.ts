import type { Selectable } from 'kysely';
import { deleteUntil } from '../../database/delete-until.ts';
import type { Database, Db, Transaction } from '../../database/index.ts';
import { emailKey, type User, type Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newToken, parseToken } from '../../platform/random-token.ts';

const LIFETIME_MS = 24 * 3600 * 1000;

type Dependencies = { db: Db; clock: Clock; users: Users };

export type EmailRequest = Selectable<Database['email_requests']>;
export type Requests = ReturnType<typeof createRequests>;

/**
 * Stores the address that a user wants to use or to confirm: one per user, for a day, while the password is the
 * same.
 */
export function createRequests(dependencies: Dependencies) {
  const { db, clock } = dependencies;
  return {
    ...createRequestReads(dependencies),

    /** Stores a request, which replaces an earlier one. */
    async store(tx: Transaction, user: User, to: { email: string; passwordDigest: string }): Promise<number> {
      const now = clock.now();
      const row = toRow(user, to, now);
      await tx
        .insertInto('email_requests')
        .values({ user_id: user.id, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
      return row.expires;
    },

    /** Creates the token of a request, which ends an earlier one. */
    async newToken(userId: string): Promise<string> {
      const token = newToken('aze');
      await db.write((tx) =>
        tx
          .updateTable('email_requests')
          .set({ token_hash: hashSecret(token) })
          .where('user_id', '=', userId)
          .execute(),
      );
      return token;
    },

    /** Uses a request up. Throws `not_found` when it is no longer there. */
    async takeIn(tx: Transaction, { user_id, token_hash }: EmailRequest): Promise<void> {
      const taken = await tx
        .deleteFrom('email_requests')
        .where('user_id', '=', user_id)
        .where('token_hash', '=', token_hash)
        .where('expires', '>', clock.now())
        .returning('user_id')
        .executeTakeFirst();
      if (!taken) throw new ApiError('not_found');
    },

    /** Deletes the request of a user. Returns whether there was one. */
    async remove(tx: Transaction, userId: string): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('email_requests')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    prune: (): Promise<void> =>
      deleteUntil(db, { table: 'email_requests', key: ['user_id'], time: 'expires' }, clock.now()),
  };
}

/** Reads the requests that are still valid. */
function createRequestReads({ db, clock, users }: Dependencies) {
  const valid = () => db.read.selectFrom('email_requests').selectAll().where('expires', '>', clock.now());

  /** Returns the request unless the password has changed since. */
  async function current(request: EmailRequest | undefined): Promise<EmailRequest | undefined> {
    const digest = request && (await users.passwordDigest(request.user_id));
    return digest !== undefined && digest === request?.password_digest ? request : undefined;
  }

  return {
    ofUser: async (userId: string): Promise<EmailRequest | undefined> =>
      current(await valid().where('user_id', '=', userId).executeTakeFirst()),

    /** Returns the newest request for an address. Two users may want the same one; the first to confirm has it. */
    ofAddress: async (clientId: string, key: string): Promise<EmailRequest | undefined> =>
      current(
        await valid()
          .where('client_id', '=', clientId)
          .where('email_key', '=', key)
          .orderBy('created', 'desc')
          .limit(1)
          .executeTakeFirst(),
      ),

    /** Returns undefined when the token is invalid, used or expired. */
    find: async (token: string): Promise<EmailRequest | undefined> =>
      parseToken('aze', token) === undefined
        ? undefined
        : current(await valid().where('token_hash', '=', hashSecret(token)).executeTakeFirst()),
  };
}

const toRow = (
  user: User,
  { email, passwordDigest }: { email: string; passwordDigest: string },
  now: number,
) => ({
  client_id: user.clientId,
  email,
  email_key: emailKey(email) ?? email,
  password_digest: passwordDigest,
  token_hash: null,
  created: now,
  expires: now + LIFETIME_MS,
});
