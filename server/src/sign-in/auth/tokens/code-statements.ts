import type { Db } from '../../../database/index.ts';

export function prepareCodeStatements(db: Db) {
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
        family_id: p('signInId'),
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
        .where('family_id', '=', p('signInId'))
        .where('expires', '<=', p('now'))
        .where('redeemed_family_id', 'is', null),
    ),
  };
}
