import type { Db } from '../../../database/index.ts';
import { prepareAccessToken } from '../read-models/sign-in-principals.ts';
import { prepareSignInStatements } from './sign-in-statements.ts';

/** Prepares the statements of sign-in, rotation and token check, which run in the path of every request. */
export const prepareTokenStatements = (db: Db) => ({
  ...prepareSignInStatements(db),
  ...prepareRotationStatements(db),
  ...prepareAccessTokenStatements(db),
  ...prepareCodeStatements(db),
});

export type TokenStatements = ReturnType<typeof prepareTokenStatements>;

function prepareAccessTokenStatements(db: Db) {
  return {
    insertAccessToken: db.prepare<{
      hash: string;
      id: string;
      signInId: string;
      generation: number;
      now: number;
      expires: number;
    }>()((kysely, p) =>
      kysely.insertInto('access_tokens').values({
        hash: p('hash'),
        id: p('id'),
        sign_in_id: p('signInId'),
        generation: p('generation'),
        created: p('now'),
        expires: p('expires'),
      }),
    ),
    tokenById: db.prepare<{ id: string }>()((kysely, p) =>
      kysely
        .selectFrom('access_tokens')
        .innerJoin('sign_ins', 'sign_ins.id', 'access_tokens.sign_in_id')
        .select([
          'access_tokens.id',
          'access_tokens.created',
          'access_tokens.expires',
          'sign_ins.id as signInId',
          'sign_ins.client_id as clientId',
          'sign_ins.user_id as userId',
          'sign_ins.grant_type as grantType',
          'sign_ins.scopes_json as scopes',
          'sign_ins.state',
          'sign_ins.updated',
          'sign_ins.revoked_at as revokedAt',
        ])
        .where('access_tokens.id', '=', p('id')),
    ),
    /** Deletes the tokens of the generations from 1 to `last`; generation 0 stays. */
    deleteEarlierTokens: db.prepare<{ signInId: string; last: number }>()((kysely, p) =>
      kysely
        .deleteFrom('access_tokens')
        .where('sign_in_id', '=', p('signInId'))
        .where('generation', '>', 0)
        .where('generation', '<=', p('last')),
    ),
    accessToken: prepareAccessToken(db),
  };
}

function prepareCodeStatements(db: Db) {
  return {
    insertCode: db.prepare<{
      hash: string;
      signInId: string;
      redirectUri: string | null;
      now: number;
      expires: number;
    }>()((kysely, p) =>
      kysely.insertInto('codes').values({
        hash: p('hash'),
        sign_in_id: p('signInId'),
        redirect_uri: p('redirectUri'),
        created: p('now'),
        expires: p('expires'),
      }),
    ),
    code: db.prepare<{ hash: string }>()((kysely, p) =>
      kysely.selectFrom('codes').selectAll().where('hash', '=', p('hash')),
    ),
    /** Changes no row when the code was redeemed before. */
    redeemCode: db.prepare<{ hash: string; signInId: string }>()((kysely, p) =>
      kysely
        .updateTable('codes')
        .set({ redeemed_family_id: p('signInId') })
        .where('hash', '=', p('hash'))
        .where('redeemed_family_id', 'is', null)
        .returning('hash'),
    ),
    /** Keeps redeemed codes, so that a second redemption is still detected (RFC 6749 4.1.2). */
    deleteExpiredCodes: db.prepare<{ signInId: string; now: number }>()((kysely, p) =>
      kysely
        .deleteFrom('codes')
        .where('sign_in_id', '=', p('signInId'))
        .where('expires', '<=', p('now'))
        .where('redeemed_family_id', 'is', null),
    ),
  };
}

/** Prepares the statements of the rotation of refresh tokens. */
function prepareRotationStatements(db: Db) {
  return {
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
        .updateTable('sign_ins')
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
    markSuccessorUsed: db.prepare<{ id: string; generation: number; now: number }>()((kysely, p) =>
      kysely
        .updateTable('sign_ins')
        .set({ successor_used_at: p('now') })
        .where('id', '=', p('id'))
        .where('generation', '=', p('generation'))
        .where('successor_used_at', 'is', null),
    ),
    /** Changes no row when the sign-in was marked since `before`. */
    markShared: db.prepare<{ id: string; address: string; now: number; before: number }>()((kysely, p) =>
      kysely
        .updateTable('sign_ins')
        .set({ shared_address: p('address'), shared_at: p('now') })
        .where('id', '=', p('id'))
        .where((eb) => eb.or([eb('shared_at', 'is', null), eb('shared_at', '<', p('before'))]))
        .returning('id'),
    ),
  };
}
