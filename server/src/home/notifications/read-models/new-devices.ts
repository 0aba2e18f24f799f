import { sql } from 'kysely';
import type { Db, Transaction } from '../../../database/index.ts';
import { grantInForce } from '../../../devices/channels/index.ts';

/**
 * A home that has changed since new devices were last looked for. `since` and `settings` are null when its person is
 * not notified.
 */
export type ChangedHome = {
  readonly homeId: string;
  /** Its owner. */
  readonly userId: string;
  readonly revision: number;
  readonly since: number | null;
  readonly settings: string | null;
};

/** Prepares the look-up of changed homes, in pages along the home. */
export const prepareChangedHomes = (db: Db) =>
  db.prepare<{ after: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('homes')
      .leftJoin('users', (join) =>
        join.onRef('users.id', '=', 'homes.owner_id').on('users.state', '=', sql.lit('active')),
      )
      .leftJoin('notification_recipients', (join) =>
        join
          .onRef('notification_recipients.user_id', '=', 'users.id')
          .on('notification_recipients.is_active', '=', sql.lit(1)),
      )
      .select([
        'homes.id as homeId',
        'homes.owner_id as userId',
        'homes.revision',
        'notification_recipients.devices_since as since',
        'notification_recipients.settings_json as settings',
      ])
      .whereRef('homes.revision', '<>', 'homes.devices_revision')
      .where('homes.id', '>', p('after'))
      .orderBy('homes.id')
      .limit(p('limit')),
  );

/** Returns the home's devices that were granted after `since`, newest first. */
export const readNewDevices = (
  tx: Transaction,
  { homeId, since, limit, now }: { homeId: string; since: number; limit: number; now: number },
) =>
  tx
    .selectFrom('grants')
    .innerJoin('channels', 'channels.id', 'grants.channel_id')
    .select(['grants.channel_id as channelId', 'channels.name', 'grants.created'])
    .where('grants.grantee_id', '=', homeId)
    .where('grants.role', '=', 'user')
    .where('grants.created', '>', since)
    .where('channels.context_of', 'is', null)
    .where(grantInForce(now))
    .orderBy('grants.created', 'desc')
    .orderBy('grants.channel_id')
    .limit(limit)
    .execute();
