import type { Db } from '../../database/index.ts';

/** Surplus sign-ins deleted per new one; more than one, to work off what an earlier version stored. */
const DELETED_SIGN_INS = 5;

/** Prepares the statements of sign-in, rotation and token check, which run in the path of every request. */
export function prepareTokenStatements(db: Db) {
  return {
    insertFamily: db.prepare<{
      id: string;
      clientId: string;
      userId: string | null;
      grantType: 'password' | 'client_credentials';
      scopes: string;
      state: string | null;
      hash: string;
      address: string | null;
      now: number;
      expires: number;
    }>()((kysely, p) =>
      kysely.insertInto('token_families').values({
        id: p('id'),
        client_id: p('clientId'),
        user_id: p('userId'),
        grant_type: p('grantType'),
        scopes_json: p('scopes'),
        state: p('state'),
        current_hash: p('hash'),
        address: p('address'),
        created: p('now'),
        updated: p('now'),
        last_used: p('now'),
        expires: p('expires'),
      }),
    ),
    /**
     * Deletes a client's least recently used sign-ins without a user, beyond the given one and `others` more.
     */
    deleteOldestOfClient: db.prepare<{ id: string; clientId: string; others: number }>()((kysely, p) =>
      kysely
        .deleteFrom('token_families')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('token_families')
            .select('id')
            .where('client_id', '=', p('clientId'))
            .where('user_id', 'is', null)
            .where('id', '!=', p('id'))
            .orderBy('last_used', 'desc')
            .limit(DELETED_SIGN_INS)
            .offset(p('others')),
        ),
    ),
    /** Does the same for a user's sign-ins. */
    deleteOldestOfUser: db.prepare<{ id: string; clientId: string; userId: string; others: number }>()(
      (kysely, p) =>
        kysely
          .deleteFrom('token_families')
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('token_families')
              .select('id')
              .where('client_id', '=', p('clientId'))
              .where('user_id', '=', p('userId'))
              .where('id', '!=', p('id'))
              .orderBy('last_used', 'desc')
              .limit(DELETED_SIGN_INS)
              .offset(p('others')),
          ),
    ),
    insertAccessToken: db.prepare<{
      hash: string;
      id: string;
      familyId: string;
      generation: number;
      now: number;
      expires: number;
    }>()((kysely, p) =>
      kysely.insertInto('access_tokens').values({
        hash: p('hash'),
        id: p('id'),
        family_id: p('familyId'),
        generation: p('generation'),
        created: p('now'),
        expires: p('expires'),
      }),
    ),
    insertCode: db.prepare<{
      hash: string;
      familyId: string;
      redirectUri: string | null;
      now: number;
      expires: number;
    }>()((kysely, p) =>
      kysely.insertInto('codes').values({
        hash: p('hash'),
        family_id: p('familyId'),
        redirect_uri: p('redirectUri'),
        created: p('now'),
        expires: p('expires'),
      }),
    ),
    /**
     * Changes no row when the refresh token is no longer the current one, because another request was first.
     */
    rotate: db.prepare<{
      id: string;
      presentedHash: string;
      nextHash: string;
      sealedSuccessor: string;
      address: string;
      now: number;
      expires: number;
    }>()((kysely, p) =>
      kysely
        .updateTable('token_families')
        .set((eb) => ({
          previous_hash: eb.ref('current_hash'),
          current_hash: p('nextHash'),
          sealed_successor: p('sealedSuccessor'),
          generation: eb('generation', '+', 1),
          rotated_at: p('now'),
          rotated_address: p('address'),
          successor_used_at: null,
          updated: p('now'),
          expires: p('expires'),
        }))
        .where('id', '=', p('id'))
        .where('current_hash', '=', p('presentedHash'))
        .where('revoked_at', 'is', null)
        .returning('generation'),
    ),
    /** Deletes the tokens of the generations from 1 to `last`; generation 0 stays. */
    deleteEarlierTokens: db.prepare<{ familyId: string; last: number }>()((kysely, p) =>
      kysely
        .deleteFrom('access_tokens')
        .where('family_id', '=', p('familyId'))
        .where('generation', '>', 0)
        .where('generation', '<=', p('last')),
    ),
    /** Keeps redeemed codes, so that a second redemption is still detected (RFC 6749 4.1.2). */
    deleteExpiredCodes: db.prepare<{ familyId: string; now: number }>()((kysely, p) =>
      kysely
        .deleteFrom('codes')
        .where('family_id', '=', p('familyId'))
        .where('expires', '<=', p('now'))
        .where('redeemed_family_id', 'is', null),
    ),
    /**
     * Finds no row when the sign-in was ended meanwhile. It locks the row, so that a transaction that ends
     * all sign-ins of a user either comes before this unit or sees what it stores.
     */
    holdFamily: db.prepare<{ id: string }>()((kysely, p) =>
      kysely
        .updateTable('token_families')
        .set((eb) => ({ updated: eb.ref('updated') }))
        .where('id', '=', p('id'))
        .where('revoked_at', 'is', null)
        .returning('id'),
    ),
    /** Changes no row when the code was redeemed before. */
    redeemCode: db.prepare<{ hash: string; familyId: string }>()((kysely, p) =>
      kysely
        .updateTable('codes')
        .set({ redeemed_family_id: p('familyId') })
        .where('hash', '=', p('hash'))
        .where('redeemed_family_id', 'is', null)
        .returning('hash'),
    ),
    markSuccessorUsed: db.prepare<{ id: string; generation: number; now: number }>()((kysely, p) =>
      kysely
        .updateTable('token_families')
        .set({ successor_used_at: p('now') })
        .where('id', '=', p('id'))
        .where('generation', '=', p('generation'))
        .where('successor_used_at', 'is', null),
    ),
    markUsed: db.prepare<{ id: string; now: number }>()((kysely, p) =>
      kysely
        .updateTable('token_families')
        .set({ last_used: p('now') })
        .where('id', '=', p('id')),
    ),
    /** Changes no row when the sign-in was marked since `before`. */
    markShared: db.prepare<{ id: string; address: string; now: number; before: number }>()((kysely, p) =>
      kysely
        .updateTable('token_families')
        .set({ shared_address: p('address'), shared_at: p('now') })
        .where('id', '=', p('id'))
        .where((eb) => eb.or([eb('shared_at', 'is', null), eb('shared_at', '<', p('before'))]))
        .returning('id'),
    ),
    revokeFamily: db.prepare<{ id: string; now: number; because: string }>()((kysely, p) =>
      kysely
        .updateTable('token_families')
        .set({ revoked_at: p('now'), revoked_because: p('because'), updated: p('now') })
        .where('id', '=', p('id'))
        .where('revoked_at', 'is', null),
    ),
    family: db.prepare<{ id: string }>()((kysely, p) =>
      kysely
        .selectFrom('token_families')
        .innerJoin('clients', 'clients.id', 'token_families.client_id')
        .leftJoin('users', 'users.id', 'token_families.user_id')
        .selectAll('token_families')
        .select(['clients.state as client_state', 'users.state as user_state'])
        .where('token_families.id', '=', p('id')),
    ),
    code: db.prepare<{ hash: string }>()((kysely, p) =>
      kysely.selectFrom('codes').selectAll().where('hash', '=', p('hash')),
    ),
    accessToken: db.prepare<{ hash: string }>()((kysely, p) =>
      kysely
        .selectFrom('access_tokens')
        .innerJoin('token_families', 'token_families.id', 'access_tokens.family_id')
        .innerJoin('clients', 'clients.id', 'token_families.client_id')
        .leftJoin('users', 'users.id', 'token_families.user_id')
        .select([
          'access_tokens.id',
          'access_tokens.family_id as familyId',
          'access_tokens.generation',
          'access_tokens.expires',
          'token_families.client_id as clientId',
          'token_families.user_id as userId',
          'token_families.scopes_json as scopes',
          'token_families.revoked_at as revokedAt',
          'token_families.expires as familyExpires',
          'token_families.generation as familyGeneration',
          'token_families.successor_used_at as successorUsedAt',
          'token_families.last_used as lastUsed',
          'clients.state as clientState',
          'clients.kind as clientKind',
          'users.state as userState',
          'users.revision as userRevision',
          'users.home_revision as homeRevision',
        ])
        .where('access_tokens.hash', '=', p('hash')),
    ),
    tokenById: db.prepare<{ id: string }>()((kysely, p) =>
      kysely
        .selectFrom('access_tokens')
        .innerJoin('token_families', 'token_families.id', 'access_tokens.family_id')
        .select([
          'access_tokens.id',
          'access_tokens.created',
          'access_tokens.expires',
          'token_families.id as familyId',
          'token_families.client_id as clientId',
          'token_families.user_id as userId',
          'token_families.grant_type as grantType',
          'token_families.scopes_json as scopes',
          'token_families.state',
          'token_families.updated',
          'token_families.revoked_at as revokedAt',
        ])
        .where('access_tokens.id', '=', p('id')),
    ),
  };
}

export type TokenStatements = ReturnType<typeof prepareTokenStatements>;
