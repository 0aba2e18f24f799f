import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';

/** Finds those of the sign-ins that are active: not ended, expired or of a disabled user or client. */
export const prepareActiveSignIns = (db: Db) =>
  db.prepare<{ ids: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('ids'), { id: 'text' }).as('given'))
      // SQLite keeps the order of a cross join; else it scans all sign-ins once per id: 4 s for a thousand.
      .crossJoin('sign_ins')
      .innerJoin('clients', 'clients.id', 'sign_ins.client_id')
      .leftJoin('users', 'users.id', 'sign_ins.user_id')
      .select(['given.id', 'sign_ins.rights_json as rights'])
      .whereRef('sign_ins.id', '=', 'given.id')
      .where('sign_ins.revoked_at', 'is', null)
      .where('sign_ins.expires', '>', p('now'))
      .where('clients.state', '=', 'enabled')
      .where((eb) => eb.or([eb('users.state', 'is', null), eb('users.state', '=', 'active')])),
  );

/** Finds a sign-in with the states of its client and user. */
export const prepareSignIn = (db: Db) =>
  db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .selectFrom('sign_ins')
      .innerJoin('clients', 'clients.id', 'sign_ins.client_id')
      .leftJoin('users', 'users.id', 'sign_ins.user_id')
      .selectAll('sign_ins')
      .select([
        'sign_ins.revoked_at as revokedAt',
        'clients.state as clientState',
        'users.state as userState',
      ])
      .where('sign_ins.id', '=', p('id')),
  );

/** Finds an access token with its sign-in, client and user: the principal of a request. */
export const prepareAccessToken = (db: Db) =>
  db.prepare<{ hash: string }>()((kysely, p) =>
    kysely
      .selectFrom('access_tokens')
      .innerJoin('sign_ins', 'sign_ins.id', 'access_tokens.sign_in_id')
      .innerJoin('clients', 'clients.id', 'sign_ins.client_id')
      .leftJoin('users', 'users.id', 'sign_ins.user_id')
      .leftJoin('homes', 'homes.id', 'users.home_id')
      .select([
        'access_tokens.id',
        'access_tokens.sign_in_id as signInId',
        'access_tokens.generation',
        'access_tokens.expires',
        'sign_ins.client_id as clientId',
        'sign_ins.user_id as userId',
        'sign_ins.scopes_json as scopes',
        'sign_ins.rights_json as rights',
        'sign_ins.revoked_at as revokedAt',
        'sign_ins.expires as signInExpires',
        'sign_ins.generation as signInGeneration',
        'sign_ins.successor_used_at as successorUsedAt',
        'sign_ins.last_used as lastUsed',
        'clients.state as clientState',
        'clients.kind as clientKind',
        'users.state as userState',
        'users.revision as userRevision',
        'homes.id as homeId',
        'homes.revision as homeRevision',
      ])
      .where('access_tokens.hash', '=', p('hash')),
  );
