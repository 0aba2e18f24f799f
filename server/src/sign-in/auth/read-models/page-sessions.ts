import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import { PORTAL_APPLICATION } from '../../../identity/applications/index.ts';

/** Finds an active sign-in of the portal with its operator. */
export const preparePageSession = (db: Db) =>
  db.prepare<{ id: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('sign_ins')
      .innerJoin('users', 'users.id', 'sign_ins.user_id')
      .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
      .select([
        'sign_ins.scopes_json as scopes',
        'sign_ins.created',
        'sign_ins.last_used as lastUsed',
        'users.id as userId',
        'users.email',
        'users.name',
        'users.role',
        'second_factors.since as secondFactorSince',
      ])
      .where('sign_ins.id', '=', p('id'))
      .where('sign_ins.client_id', '=', sql.lit(PORTAL_APPLICATION))
      .where('sign_ins.revoked_at', 'is', null)
      .where('sign_ins.expires', '>', p('now'))
      .where('users.client_id', '=', sql.lit(PORTAL_APPLICATION))
      .where('users.state', '=', sql.lit('active')),
  );
