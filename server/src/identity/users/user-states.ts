import type { Audit, By } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { toUser, type User } from './user.ts';
import { endSignIns, rowIn } from './user-rows.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit; bus: Pick<DomainEventBus, 'emit'> };

/** The values of a removed user's row, so that it holds no personal data. */
const BLANK = {
  email: '',
  name: '',
  name_key: '',
  photo: null,
  password_hash: '',
  secret: '',
  confirmation_hash: '',
  cdata_json: 'null',
  email_confirmed_at: null,
  must_confirm_email: 0,
} as const;

/** Disables, enables and removes users. */
export function createUserStates({ db, clock, audit, bus }: Dependencies) {
  return {
    /**
     * Changes the state. Making a user inactive ends its sign-ins for good; its tokens are refused from the
     * next request.
     */
    async setState(id: string, state: User['state'], by: By = {}): Promise<User> {
      const now = clock.now();
      const times = state === 'active' ? { active_at: now } : { inactive_at: now };
      const row = await db.write(async (tx) => {
        await rowIn(tx, id);
        await audit.record(tx, { ...by, action: `user.${state}`, targetId: id });
        if (state === 'inactive') await endSignIns(tx, id, now, 'user disabled');
        return tx
          .updateTable('users')
          .set((eb) => ({ state, ...times, updated: now, revision: eb('revision', '+', 1) }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      bus.emit('userStateChanged', { userId: id, isActive: state === 'active' });
      return toUser(row);
    },

    /**
     * Hides the user immediately: tokens end, and the e-mail is free for a new account. What depends on the row
     * is deleted afterwards (`admin/deletion/`). Throws `not_found`.
     */
    async markRemoved(tx: Transaction, id: string): Promise<void> {
      const row = await rowIn(tx, id);
      const now = clock.now();
      await tx
        .deleteFrom('pending_mails')
        .where('client_id', '=', row.client_id)
        .where('email_key', '=', row.email_key)
        .execute();
      await tx
        .updateTable('users')
        .set({ ...BLANK, email_key: `removed.${id}`, state: 'removed', inactive_at: now, updated: now })
        .where('id', '=', id)
        .execute();
    },
  };
}
