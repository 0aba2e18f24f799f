import type { Db } from '../../../database/index.ts';

/** Prepares the statements of the rotation of refresh tokens. */
export function prepareRotationStatements(db: Db) {
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
    markSuccessorUsed: db.prepare<{ id: string; generation: number; now: number }>()((kysely, p) =>
      kysely
        .updateTable('token_families')
        .set({ successor_used_at: p('now') })
        .where('id', '=', p('id'))
        .where('generation', '=', p('generation'))
        .where('successor_used_at', 'is', null),
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
  };
}
