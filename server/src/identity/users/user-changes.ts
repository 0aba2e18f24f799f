import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { nameKey, toUser, type User } from './user.ts';
import { createUserEmails } from './user-emails.ts';
import { createUserPasswords } from './user-passwords.ts';
import { rowIn } from './user-rows.ts';
import { createUserStates } from './user-states.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit; bus: Pick<DomainEventBus, 'emit'> };

/** Undefined fields stay unchanged; a null photo removes the photo. */
export type UserChanges = { name?: string | undefined; photo?: string | null | undefined };

export function createChanges({ db, clock, audit, bus }: Dependencies) {
  const getIn = async (tx: Transaction, id: string): Promise<User> => toUser(await rowIn(tx, id));

  /** Increments the record's revision, even when only data shown together with the record changes. */
  async function changeIn(tx: Transaction, id: string, { name, photo }: UserChanges): Promise<User> {
    const row = await tx
      .updateTable('users')
      .set((eb) => ({
        updated: clock.now(),
        revision: eb('revision', '+', 1),
        ...(name === undefined ? {} : { name, name_key: nameKey(name) }),
        ...(photo === undefined ? {} : { photo }),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toUser(row);
  }

  return {
    getIn,
    changeIn,
    ...createUserStates({ db, clock, audit, bus }),
    ...createUserPasswords({ db, clock, audit }),
    ...createUserEmails(clock),

    /** Updates the user. `check` throws to refuse. Writes nothing when nothing differs. */
    update: (id: string, changes: UserChanges, check: (current: User) => void): Promise<User> =>
      db.write(async (tx) => {
        const current = await getIn(tx, id);
        check(current);
        return differs(current, changes) ? changeIn(tx, id, changes) : current;
      }),
  };
}

export const differs = (user: User, { name, photo }: UserChanges): boolean =>
  (name !== undefined && name !== user.name) || (photo !== undefined && photo !== (user.photo ?? null));
