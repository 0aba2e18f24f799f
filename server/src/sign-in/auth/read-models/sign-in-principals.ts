import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';

/** Finds those of the sign-ins that are active: not ended, expired or of a disabled user or client. */
export const prepareActiveSignIns = (db: Db) =>
  db.prepare<{ ids: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('ids'), { id: 'text' }).as('given'))
      // SQLite keeps the order of a cross join; else it scans all sign-ins once per id: 4 s for a thousand.
      .crossJoin('token_families')
      .innerJoin('clients', 'clients.id', 'token_families.client_id')
      .leftJoin('users', 'users.id', 'token_families.user_id')
      .select('given.id')
      .whereRef('token_families.id', '=', 'given.id')
      .where('token_families.revoked_at', 'is', null)
      .where('token_families.expires', '>', p('now'))
      .where('clients.state', '=', 'enabled')
      .where((eb) => eb.or([eb('users.state', 'is', null), eb('users.state', '=', 'active')])),
  );

/** Finds a sign-in with the states of its client and user. */
export const prepareSignIn = (db: Db) =>
  db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .selectFrom('token_families')
      .innerJoin('clients', 'clients.id', 'token_families.client_id')
      .leftJoin('users', 'users.id', 'token_families.user_id')
      .selectAll('token_families')
      .select([
        'token_families.revoked_at as revokedAt',
        'clients.state as clientState',
        'users.state as userState',
      ])
      .where('token_families.id', '=', p('id')),
  );

/** Finds an access token with its sign-in, client and user: the principal of a request. */
export const prepareAccessToken = (db: Db) =>
  db.prepare<{ hash: string }>()((kysely, p) =>
    kysely
      .selectFrom('access_tokens')
      .innerJoin('token_families', 'token_families.id', 'access_tokens.family_id')
      .innerJoin('clients', 'clients.id', 'token_families.client_id')
      .leftJoin('users', 'users.id', 'token_families.user_id')
      .select([
        'access_tokens.id',
        'access_tokens.family_id as signInId',
        'access_tokens.generation',
        'access_tokens.expires',
        'token_families.client_id as clientId',
        'token_families.user_id as userId',
        'token_families.scopes_json as scopes',
        'token_families.revoked_at as revokedAt',
        'token_families.expires as signInExpires',
        'token_families.generation as signInGeneration',
        'token_families.successor_used_at as successorUsedAt',
        'token_families.last_used as lastUsed',
        'clients.state as clientState',
        'clients.kind as clientKind',
        'users.state as userState',
        'users.revision as userRevision',
        'users.home_revision as homeRevision',
      ])
      .where('access_tokens.hash', '=', p('hash')),
  );
