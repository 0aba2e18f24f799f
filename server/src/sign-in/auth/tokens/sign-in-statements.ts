import type { Db } from '../../../database/index.ts';
import { prepareSignIn } from '../read-models/sign-in-principals.ts';

/** Surplus sign-ins deleted per new one; more than one, to work off what an earlier version stored. */
const DELETED_SIGN_INS = 5;

/** Prepares the statements of sign-ins. The table calls them families of tokens. */
export function prepareSignInStatements(db: Db) {
  return {
    insertSignIn: prepareInsert(db),
    deleteOldestOfClient: prepareDeleteOldest(db, 'client'),
    deleteOldestOfUser: prepareDeleteOldest(db, 'user'),
    signIn: prepareSignIn(db),
    /**
     * Finds no row when the sign-in has ended since. It locks the row, so that a transaction that ends
     * all sign-ins of a user either comes before this unit or sees what it stores.
     */
    lockSignIn: db.prepare<{ id: string }>()((kysely, p) =>
      kysely
        .updateTable('sign_ins')
        .set((eb) => ({ updated: eb.ref('updated') }))
        .where('id', '=', p('id'))
        .where('revoked_at', 'is', null)
        .returning('id'),
    ),
    markUsed: db.prepare<{ id: string; now: number }>()((kysely, p) =>
      kysely
        .updateTable('sign_ins')
        .set({ last_used: p('now') })
        .where('id', '=', p('id')),
    ),
    revokeSignIn: db.prepare<{ id: string; now: number; because: string }>()((kysely, p) =>
      kysely
        .updateTable('sign_ins')
        .set({ revoked_at: p('now'), revoked_because: p('because'), updated: p('now') })
        .where('id', '=', p('id'))
        .where('revoked_at', 'is', null),
    ),
  };
}

function prepareInsert(db: Db) {
  return db.prepare<{
    id: string;
    clientId: string;
    userId: string | null;
    grantType: 'password' | 'client_credentials';
    scopes: string;
    rights: string | null;
    state: string | null;
    hash: string;
    address: string | null;
    userAgent: string | null;
    passkeyId: string | null;
    now: number;
    expires: number;
  }>()((kysely, p) =>
    kysely.insertInto('sign_ins').values({
      id: p('id'),
      client_id: p('clientId'),
      user_id: p('userId'),
      grant_type: p('grantType'),
      scopes_json: p('scopes'),
      rights_json: p('rights'),
      state: p('state'),
      current_hash: p('hash'),
      address: p('address'),
      user_agent: p('userAgent'),
      passkey_id: p('passkeyId'),
      created: p('now'),
      updated: p('now'),
      last_used: p('now'),
      expires: p('expires'),
    }),
  );
}

/**
 * Prepares the deletion of the least recently used sign-ins of a user, or of a client without a user, beyond the
 * given one and `others` more.
 */
function prepareDeleteOldest(db: Db, owner: 'user' | 'client') {
  return db.prepare<{ id: string; clientId: string; userId: string | null; others: number }>()((kysely, p) =>
    kysely.deleteFrom('sign_ins').where('id', 'in', (eb) =>
      eb
        .selectFrom('sign_ins')
        .select('id')
        .where('client_id', '=', p('clientId'))
        .where((of) => (owner === 'user' ? of('user_id', '=', p('userId')) : of('user_id', 'is', null)))
        .where('id', '!=', p('id'))
        .orderBy('last_used', 'desc')
        .limit(DELETED_SIGN_INS)
        .offset(p('others')),
    ),
  );
}
