import type { Db } from '../../../database/index.ts';
import { prepareAccessToken } from '../read-models/sign-in-principals.ts';

export function prepareAccessTokenStatements(db: Db) {
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
        family_id: p('signInId'),
        generation: p('generation'),
        created: p('now'),
        expires: p('expires'),
      }),
    ),
    tokenById: db.prepare<{ id: string }>()((kysely, p) =>
      kysely
        .selectFrom('access_tokens')
        .innerJoin('token_families', 'token_families.id', 'access_tokens.family_id')
        .select([
          'access_tokens.id',
          'access_tokens.created',
          'access_tokens.expires',
          'token_families.id as signInId',
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
    /** Deletes the tokens of the generations from 1 to `last`; generation 0 stays. */
    deleteEarlierTokens: db.prepare<{ signInId: string; last: number }>()((kysely, p) =>
      kysely
        .deleteFrom('access_tokens')
        .where('family_id', '=', p('signInId'))
        .where('generation', '>', 0)
        .where('generation', '<=', p('last')),
    ),
    accessToken: prepareAccessToken(db),
  };
}
