import type { Db } from '../../database/index.ts';
import { type AccountKind, ofKind } from './account-kind.ts';
import type { newRow } from './new-user.ts';

/** Prepares the statements of users, which run in the path of every request and sign-in. */
export const prepareUserStatements = (db: Db, kind: AccountKind) => ({
  byId: db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .selectAll()
      .where('id', '=', p('id'))
      .where(ofKind(kind))
      .where('state', '<>', 'removed'),
  ),
  byEmail: db.prepare<{ clientId: string; emailKey: string }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .selectAll()
      .where('client_id', '=', p('clientId'))
      .where('email_key', '=', p('emailKey'))
      .where(ofKind(kind))
      .where('state', '<>', 'removed'),
  ),
  lock: db.prepare<{ id: string; passwordHash: string }>()((kysely, p) =>
    kysely
      .updateTable('users')
      .set((eb) => ({ updated: eb.ref('updated') }))
      .where('id', '=', p('id'))
      .where('password_hash', '=', p('passwordHash'))
      .where('state', '=', 'active')
      .returning('id'),
  ),
  lockActive: db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .updateTable('users')
      .set((eb) => ({ updated: eb.ref('updated') }))
      .where('id', '=', p('id'))
      .where('state', '=', 'active')
      .returning('id'),
  ),
  insert: prepareInsert(db),
});

function prepareInsert(db: Db) {
  return db.prepare<ReturnType<typeof newRow>>()((kysely, p) =>
    kysely
      .insertInto('users')
      .values({
        id: p('id'),
        client_id: p('client_id'),
        home_id: p('home_id'),
        email: p('email'),
        email_key: p('email_key'),
        name: p('name'),
        name_key: p('name_key'),
        password_hash: p('password_hash'),
        namespace: p('namespace'),
        secret: p('secret'),
        confirmation_hash: p('confirmation_hash'),
        state: p('state'),
        must_confirm_email: p('must_confirm_email'),
        active_at: p('active_at'),
        created: p('created'),
        updated: p('updated'),
      })
      .onConflict((conflict) => conflict.columns(['client_id', 'email_key']).doNothing())
      .returning('id'),
  );
}
