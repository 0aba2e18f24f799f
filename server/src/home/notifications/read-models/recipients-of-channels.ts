import { jsonRows } from '@azulejo/storage';
import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import { grantInForce } from '../../../devices/channels/index.ts';

/** A person who is notified, and a channel that the person may see. */
export type RecipientChannel = {
  readonly userId: string;
  readonly channelId: string;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly settings: string;
};

const COLUMNS = [
  'grants.grantee_id as userId',
  'grants.channel_id as channelId',
  'channels.template_id as templateId',
  'channels.template_version as templateVersion',
  'notification_recipients.settings_json as settings',
] as const;

type Page = { afterChannel: string; afterUser: string; limit: number; now: number };

/** Prepares the look-up of who is notified about any of these channels, in pages along channel and person. */
export function prepareRecipientsOfChannels(db: Db) {
  const page = db.prepare<Page & { channels: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('channels'), { id: 'text' }).as('given'))
      .innerJoin('grants', 'grants.channel_id', 'given.id')
      .innerJoin('notification_recipients', 'notification_recipients.user_id', 'grants.grantee_id')
      .innerJoin('users', 'users.id', 'grants.grantee_id')
      .innerJoin('channels', 'channels.id', 'grants.channel_id')
      .select(COLUMNS)
      .where('grants.role', '=', sql.lit('user'))
      .where('notification_recipients.is_active', '=', sql.lit(1))
      .where('users.state', '=', sql.lit('active'))
      .where('channels.context_of', 'is', null)
      .where(grantInForce(p('now')))
      .where((eb) =>
        eb.or([
          eb('grants.channel_id', '>', p('afterChannel')),
          eb.and([
            eb('grants.channel_id', '=', p('afterChannel')),
            eb('grants.grantee_id', '>', p('afterUser')),
          ]),
        ]),
      )
      .orderBy('grants.channel_id')
      .orderBy('grants.grantee_id')
      .limit(p('limit')),
  );
  return (
    ids: readonly string[],
    after: { channelId: string; userId: string } | undefined,
    options: { limit: number; now: number },
  ): Promise<RecipientChannel[]> =>
    page.all({
      ...options,
      channels: JSON.stringify(ids.map((id) => [id])),
      afterChannel: after?.channelId ?? '',
      afterUser: after?.userId ?? '',
    });
}

/** Prepares the look-up of the channels of one person who is notified, in pages along the channel. */
export function prepareChannelsOfRecipient(db: Db) {
  return db.prepare<{ userId: string; after: string; limit: number; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('grants')
      .innerJoin('notification_recipients', 'notification_recipients.user_id', 'grants.grantee_id')
      .innerJoin('users', 'users.id', 'grants.grantee_id')
      .innerJoin('channels', 'channels.id', 'grants.channel_id')
      .select(COLUMNS)
      .where('grants.grantee_id', '=', p('userId'))
      .where('grants.role', '=', sql.lit('user'))
      .where('notification_recipients.is_active', '=', sql.lit(1))
      .where('users.state', '=', sql.lit('active'))
      .where('channels.context_of', 'is', null)
      .where(grantInForce(p('now')))
      .where('grants.channel_id', '>', p('after'))
      .orderBy('grants.channel_id')
      .limit(p('limit')),
  );
}
