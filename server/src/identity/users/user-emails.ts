import type { Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { rowIn } from './user-rows.ts';

/** Changes and confirms the e-mail addresses of users. */
export function createUserEmails(clock: Clock) {
  const confirmed = () => ({ email_confirmed_at: clock.now(), must_confirm_email: 0, updated: clock.now() });

  return {
    /** Stores that mail to the user's address arrives. Throws `not_found`. */
    async confirmEmailIn(tx: Transaction, id: string): Promise<void> {
      await rowIn(tx, id);
      await tx.updateTable('users').set(confirmed()).where('id', '=', id).execute();
    },

    /** Sets an address to which mail arrives. Throws `not_found`, or `user_exists` when it is taken. */
    async setEmailIn(tx: Transaction, id: string, to: { email: string; emailKey: string }): Promise<void> {
      const { client_id: clientId } = await rowIn(tx, id);
      const other = await tx
        .selectFrom('users')
        .select('id')
        .where('client_id', '=', clientId)
        .where('email_key', '=', to.emailKey)
        .where('id', '<>', id)
        .executeTakeFirst();
      if (other) throw new ApiError('user_exists');
      await tx
        .updateTable('users')
        .set((eb) => ({
          ...confirmed(),
          email: to.email,
          email_key: to.emailKey,
          revision: eb('revision', '+', 1),
        }))
        .where('id', '=', id)
        .execute();
      // A link in the old mailbox must not set the password any more.
      await tx.deleteFrom('password_resets').where('user_id', '=', id).execute();
    },
  };
}
