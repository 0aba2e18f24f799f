import { sql } from 'kysely';
import type { Db, Transaction } from '../../../database/index.ts';
import { grantInForce } from '../../../devices/channels/index.ts';

/** A person whose home has changed since new devices were last looked for. */
export type ChangedHome = {
  readonly userId: string;
  readonly homeRevision: number;
  readonly since: number;
  readonly settings: string;
};

/** Prepares the look-up of changed homes of people who are notified, in pages along the person. */
export const prepareChangedHomes = (db: Db) =>
  db.prepare<{ after: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('notification_recipients')
      .innerJoin('users', 'users.id', 'notification_recipients.user_id')
      .select([
        'users.id as userId',
        'users.home_revision as homeRevision',
        'notification_recipients.devices_since as since',
        'notification_recipients.settings_json as settings',
      ])
      .where('notification_recipients.is_active', '=', sql.lit(1))
      .where('users.state', '=', sql.lit('active'))
      .whereRef('users.home_revision', '<>', 'notification_recipients.home_revision')
      .where('notification_recipients.user_id', '>', p('after'))
      .orderBy('notification_recipients.user_id')
      .limit(p('limit')),
  );

/** Returns the person's devices that were granted after `since`, newest first. */
export const readNewDevices = (
  tx: Transaction,
  { userId, since, limit, now }: { userId: string; since: number; limit: number; now: number },
) =>
  tx
    .selectFrom('grants')
    .innerJoin('channels', 'channels.id', 'grants.channel_id')
    .select(['grants.channel_id as channelId', 'channels.name', 'grants.created'])
    .where('grants.grantee_id', '=', userId)
    .where('grants.role', '=', 'user')
    .where('grants.created', '>', since)
    .where('channels.context_of', 'is', null)
    .where(grantInForce(now))
    .orderBy('grants.created', 'desc')
    .orderBy('grants.channel_id')
    .limit(limit)
    .execute();
