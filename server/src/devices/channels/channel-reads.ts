import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Templates } from '../templates/index.ts';
import type { ChannelWithTemplate, GrantedChannel } from './channel.ts';
import { grantInForce } from './grant-in-force.ts';
import { createFindChannelAccess } from './read-models/channel-access.ts';
import { createListVirtual } from './read-models/channel-of-user.ts';

/** Finds channels by id, by the user who holds a grant, or by their creator's own key. */
export function createChannelReads({ db, clock, templates }: { db: Db; clock: Clock; templates: Templates }) {
  const granted = prepareGranted(db);
  return {
    /**
     * Returns the channels on which the user holds a grant now, oldest grant first and the context channel
     * last, and when the first of these grants expires.
     */
    async grantedTo(userId: string): Promise<{ channels: ChannelWithTemplate[]; validUntil: number }> {
      const rows = await granted.all({ userId, now: clock.now() });
      const channels = await Promise.all(
        rows.map(async ({ expires: _expires, ...row }) => ({
          channel: toChannel(row),
          template: await templates.get(row.templateId, row.templateVersion),
        })),
      );
      const ends = rows.map((row) => row.expires ?? Number.POSITIVE_INFINITY);
      return { channels, validUntil: Math.min(Number.POSITIVE_INFINITY, ...ends) };
    },

    /** Returns the ids of those of the user's channels whose devices the platform simulates. */
    virtualOf: createListVirtual(db, clock),

    /** Finds the channel that the client created under its own key for the device. */
    async findByRemoteKey(
      tx: Transaction,
      creatorId: string,
      remoteKey: string,
    ): Promise<{ id: string; templateId: string } | undefined> {
      return tx
        .selectFrom('channels')
        .select(['id', 'template_id as templateId'])
        .where('creator_id', '=', creatorId)
        .where('remote_key', '=', remoteKey)
        .executeTakeFirst();
    },

    ...createFindChannelAccess(db, clock),

    async find(id: string): Promise<ChannelWithTemplate | undefined> {
      const row = await db.read
        .selectFrom('channels')
        .select([
          'id',
          'template_id as templateId',
          'template_version as templateVersion',
          'name',
          'revision',
          'context_of as contextOf',
        ])
        .where('id', '=', id)
        .where('removed', 'is', null)
        .executeTakeFirst();
      return (
        row && { channel: toChannel(row), template: await templates.get(row.templateId, row.templateVersion) }
      );
    },
  };
}

const prepareGranted = (db: Db) =>
  db.prepare<{ userId: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('grants')
      .innerJoin('channels', 'channels.id', 'grants.channel_id')
      .select([
        'channels.id',
        'channels.template_id as templateId',
        'channels.template_version as templateVersion',
        'channels.name',
        'channels.revision',
        'channels.context_of as contextOf',
        'grants.expires',
      ])
      .where('grants.grantee_id', '=', p('userId'))
      .where('grants.role', '=', 'user')
      .where(grantInForce(p('now')))
      // A user's own context channel comes after the devices.
      .orderBy((eb) => eb('channels.context_of', 'is not', null))
      .orderBy('grants.created')
      .orderBy('channels.id'),
  );

const toChannel = ({
  contextOf,
  ...row
}: Omit<GrantedChannel, 'isContext'> & { contextOf: string | null }): GrantedChannel => ({
  ...row,
  isContext: contextOf !== null,
});
