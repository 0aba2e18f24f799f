import type { BoundStatement } from '@azulejo/storage';
import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AccountKind } from './account-kind.ts';
import { type NewUser, newRow } from './new-user.ts';
import { prepareOwner, prepareSubject } from './read-models/subject.ts';
import { createUserDirectory } from './read-models/user-directory.ts';
import { emailKey, toUser, type User } from './user.ts';
import { createChanges } from './user-changes.ts';
import { prepareUserStatements } from './user-statements.ts';

export type Users = ReturnType<typeof createUsers>;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  bus: Pick<DomainEventBus, 'emit'>;
  kind: AccountKind;
};

/** Reads and changes the accounts of one kind. Those of the other kind do not exist for it. */
export function createUsers({ db, clock, audit, bus, kind }: Dependencies) {
  const { byId, byEmail, lock, lockActive, insert } = prepareUserStatements(db, kind);
  const subject = prepareSubject(db);
  const owner = prepareOwner(db);

  async function find(id: string): Promise<User | undefined> {
    const row = await byId.get({ id });
    return row && toUser(row);
  }

  /** Throws `not_found` naming the user. */
  async function get(id: string): Promise<User> {
    const user = await find(id);
    if (!user) throw new ApiError('not_found', { detail: `There is no user "${id}".` });
    return user;
  }

  return {
    find,
    get,
    ...createChanges({ db, clock, audit, bus, kind }),
    ...createUserDirectory(db, kind),

    /** Returns the person's application and home with their revisions, which authorization and cached lists need. */
    findSubject: (id: string) => subject.get({ id }),

    /** Returns the same of the owner of a home. */
    findOwner: (homeId: string) => owner.get({ homeId }),

    /** Finds the user for sign-in. This is the only function that returns the password's hash. */
    async findByEmail(
      clientId: string,
      email: string,
    ): Promise<{ user: User; passwordHash: string } | undefined> {
      const key = emailKey(email);
      const row = key === undefined ? undefined : await byEmail.get({ clientId, emailKey: key });
      return row && { user: toUser(row), passwordHash: row.password_hash };
    },

    /** Returns the unit's first statement: when the e-mail is taken it inserts no row and stops the unit. */
    insertStatement(input: NewUser): { user: User; statement: BoundStatement } {
      const row = newRow(input, clock.now());
      return {
        user: toUser({
          ...row,
          cdata_json: 'null',
          inactive_at: 0,
          revision: 1,
          photo: null,
          role: null,
          email_confirmed_at: null,
        }),
        statement: insert.bind(row, { expectRow: true }),
      };
    },

    ...createLocks({ lock, lockActive }),
  };
}

type Locks = Pick<ReturnType<typeof prepareUserStatements>, 'lock' | 'lockActive'>;

const createLocks = ({ lock, lockActive }: Locks) => ({
  /**
   * Returns the unit's first statement. It stops the unit when the user was disabled or its password
   * changed after the password was checked. It also locks the row: a concurrent change comes before, or
   * sees what the unit stores.
   */
  lockStatement: (id: string, passwordHash: string): BoundStatement =>
    lock.bind({ id, passwordHash }, { expectRow: true }),

  /** Locks the user for a sign-in without the password. It stops the unit when the user was disabled. */
  lockActiveStatement: (id: string): BoundStatement => lockActive.bind({ id }, { expectRow: true }),
});
