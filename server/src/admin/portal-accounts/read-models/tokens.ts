import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import { PORTAL_APPLICATION } from '../../../identity/applications/index.ts';

/** Finds an access token with its account, if that is enabled. */
export const prepareTokenByHash = (db: Db) =>
  db.prepare<{ hash: string }>()((kysely, p) =>
    kysely
      .selectFrom('portal_tokens as t')
      .innerJoin('users as a', 'a.id', 't.account_id')
      .selectAll('t')
      .select(['a.email', 'a.name as account_name', 'a.role'])
      .where('t.token_hash', '=', p('hash'))
      .where('a.client_id', '=', sql.lit(PORTAL_APPLICATION))
      .where('a.state', '=', sql.lit('active')),
  );
