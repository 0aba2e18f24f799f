import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { newId, newToken, randomText } from '../../platform/random-token.ts';
import type { BoundStatement } from '../../platform/storage/index.ts';
import type { Client } from '../applications/index.ts';
import { emailKey, nameKey, toUser, type User } from './user.ts';
import { createChanges } from './user-changes.ts';
import { createUserDirectory } from './user-directory.ts';

export type NewUser = { client: Client; email: string; emailKey: string; name: string; passwordHash: string };

export type Users = ReturnType<typeof createUsers>;

export function createUsers({ db, clock, audit }: { db: Db; clock: Clock; audit: Audit }) {
  const byId = db.prepare<{ id: string }>()((kysely, p) =>
    kysely.selectFrom('users').selectAll().where('id', '=', p('id')).where('state', '<>', 'removed'),
  );
  const byEmail = db.prepare<{ clientId: string; emailKey: string }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .selectAll()
      .where('client_id', '=', p('clientId'))
      .where('email_key', '=', p('emailKey'))
      .where('state', '<>', 'removed'),
  );
  const subject = db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .select(['id', 'client_id as clientId', 'revision', 'home_revision as homeRevision'])
      .where('id', '=', p('id'))
      .where('state', '<>', 'removed'),
  );
  const hold = db.prepare<{ id: string; passwordHash: string }>()((kysely, p) =>
    kysely
      .updateTable('users')
      .set((eb) => ({ updated: eb.ref('updated') }))
      .where('id', '=', p('id'))
      .where('password_hash', '=', p('passwordHash'))
      .where('state', '=', 'active')
      .returning('id'),
  );
  const insert = prepareInsert(db);

  async function find(id: string): Promise<User | undefined> {
    const row = await byId.get({ id });
    return row && toUser(row);
  }

  /** Throws `not_found` naming the user. */
  async function get(id: string): Promise<User> {
    const user = await find(id);
    if (!user) throw new Problem('not_found', { detail: `There is no user "${id}".` });
    return user;
  }

  return {
    find,
    get,
    ...createChanges({ db, clock, audit }),
    ...createUserDirectory(db),

    /** Returns the user's application and revisions, which authorization and cached lists need. */
    findSubject: (id: string) => subject.get({ id }),

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
          home_revision: 0,
          photo: null,
        }),
        statement: insert.bind(row, { expectRow: true }),
      };
    },

    /**
     * Returns the unit's first statement. It stops the unit when the user was disabled or its password
     * changed after the password was checked. It also locks the row: a concurrent change comes before, or
     * sees what the unit stores.
     */
    holdStatement: (id: string, passwordHash: string): BoundStatement =>
      hold.bind({ id, passwordHash }, { expectRow: true }),
  };
}

function newRow({ client, email, emailKey: key, name, passwordHash }: NewUser, now: number) {
  const id = newId();
  return {
    id,
    client_id: client.id,
    email: email.trim(),
    email_key: key,
    name: name.trim(),
    name_key: nameKey(name),
    password_hash: passwordHash,
    namespace: `${client.namespace}.users.${randomText(12).toLowerCase()}`,
    secret: newToken('azu'),
    confirmation_hash: randomText(40),
    state: 'active' as const,
    active_at: now,
    created: now,
    updated: now,
  };
}

function prepareInsert(db: Db) {
  return db.prepare<ReturnType<typeof newRow>>()((kysely, p) =>
    kysely
      .insertInto('users')
      .values({
        id: p('id'),
        client_id: p('client_id'),
        email: p('email'),
        email_key: p('email_key'),
        name: p('name'),
        name_key: p('name_key'),
        password_hash: p('password_hash'),
        namespace: p('namespace'),
        secret: p('secret'),
        confirmation_hash: p('confirmation_hash'),
        state: p('state'),
        active_at: p('active_at'),
        created: p('created'),
        updated: p('updated'),
      })
      .onConflict((conflict) => conflict.columns(['client_id', 'email_key']).doNothing())
      .returning('id'),
  );
}
