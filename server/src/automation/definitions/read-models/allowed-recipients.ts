import { jsonRows } from '@azulejo/storage';
import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import { grantInForce } from '../../../devices/channels/index.ts';
import type { Clock } from '../../../platform/clock.ts';

export type AllowedRecipients = ReturnType<typeof createAllowedRecipients>;

/**
 * Returns a function that finds out to whom of these people the automations of an owner may send messages: the owner,
 * and active people of the same application with whom the owner shares a device now.
 */
export function createAllowedRecipients({ db, clock }: { db: Db; clock: Clock }) {
  const sharing = prepareSharing(db);
  return async (owner: string, ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const others = [...new Set(ids)].filter((id) => id !== owner);
    if (others.length === 0) return new Set([owner]);
    const given = JSON.stringify(others.map((id) => [id]));
    const found = await sharing.all({ owner, given, now: clock.now(), limit: others.length });
    return new Set([owner, ...found.map(({ id }) => id)]);
  };
}

const prepareSharing = (db: Db) =>
  db.prepare<{ owner: string; given: string; now: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('given'), { id: 'text' }).as('given'))
      .crossJoin('users')
      .crossJoin('users as owner')
      .select('users.id')
      .whereRef('users.id', '=', 'given.id')
      .where('owner.id', '=', p('owner'))
      .whereRef('owner.client_id', '=', 'users.client_id')
      .where('users.state', '=', sql.lit('active'))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('grants')
            .innerJoin('channels', 'channels.id', 'grants.channel_id')
            .innerJoin('grants as own', 'own.channel_id', 'grants.channel_id')
            .select(sql.lit(1).as('one'))
            .whereRef('grants.grantee_id', '=', 'users.id')
            .where('grants.role', '=', sql.lit('user'))
            .where(grantInForce(p('now')))
            .where('channels.context_of', 'is', null)
            .where('own.grantee_id', '=', p('owner'))
            .where('own.role', '=', sql.lit('user'))
            .where((own) => own.or([own('own.expires', 'is', null), own('own.expires', '>', p('now'))])),
        ),
      )
      .limit(p('limit')),
  );
