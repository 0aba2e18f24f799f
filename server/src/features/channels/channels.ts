import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import type { Templates, VersionedTemplate } from '../templates/index.ts';
import type { GrantedChannel } from './channel.ts';
import { createContextChannels } from './context-channel.ts';
import { grantInForce } from './grant-in-force.ts';
import { createIdsGrantedTo } from './granted-ids.ts';
import { createFindParties } from './parties.ts';

export type ChannelWithTemplate = { channel: GrantedChannel; template: VersionedTemplate };

export type NewChannel = {
  /** Where it was promised before. */
  id?: string | undefined;
  template: VersionedTemplate;
  name: string;
  creatorId: string | undefined;
  remoteKey: string | undefined;
};

export type Channels = ReturnType<typeof createChannels>;

export function createChannels({ db, clock, templates }: { db: Db; clock: Clock; templates: Templates }) {
  const granted = db.prepare<{ userId: string; now: number }>()((kysely, p) =>
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
      // A person's own context stands behind the devices.
      .orderBy((eb) => eb('channels.context_of', 'is not', null))
      .orderBy('grants.created')
      .orderBy('channels.id'),
  );

  return {
    ...createContextChannels(db, clock),

    /** The channels on which the user holds a grant now, oldest first and that of its own context last, and when the next of the grants ends. */
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

    async create(tx: Transaction, input: NewChannel): Promise<GrantedChannel> {
      const now = clock.now();
      const row = {
        id: input.id ?? newId(),
        template_id: input.template.id,
        template_version: input.template.version,
        creator_id: input.creatorId ?? null,
        remote_key: input.remoteKey ?? null,
        name: input.name,
        created: now,
        updated: now,
      };
      await tx.insertInto('channels').values(row).execute();
      return {
        id: row.id,
        templateId: input.template.id,
        templateVersion: input.template.version,
        name: row.name,
        revision: 1,
        isContext: false,
      };
    },

    /** Re-granting is normal and succeeds (manager-sdk 5.1); one that has ended begins anew. Answers whether it is new. */
    async grant(
      tx: Transaction,
      channelId: string,
      grantee: { id: string; role: 'application' | 'user'; through: string },
    ): Promise<boolean> {
      const now = clock.now();
      const inserted = await tx
        .insertInto('grants')
        .values({
          channel_id: channelId,
          grantee_id: grantee.id,
          role: grantee.role,
          requesting_client_id: grantee.through,
          expires: null,
          created: now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['channel_id', 'grantee_id', 'role'])
            .doUpdateSet({ requesting_client_id: grantee.through, expires: null, created: now })
            .where('grants.expires', '<=', now),
        )
        .returning('channel_id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    /** Ends the grant of a user. */
    async endGrant(tx: Transaction, channelId: string, userId: string): Promise<void> {
      await tx
        .deleteFrom('grants')
        .where('channel_id', '=', channelId)
        .where('grantee_id', '=', userId)
        .where('role', '=', 'user')
        .execute();
    },

    /** Whether no user holds a grant on it now, and no client made it. */
    async isAbandoned(tx: Transaction, channelId: string): Promise<boolean> {
      const now = clock.now();
      const needed = await tx
        .selectFrom('channels')
        .leftJoin('grants', (join) =>
          join
            .onRef('grants.channel_id', '=', 'channels.id')
            .on('grants.role', '=', 'user')
            .on(grantInForce(now)),
        )
        .select('channels.id')
        .where('channels.id', '=', channelId)
        .where((eb) =>
          eb.or([eb('channels.creator_id', 'is not', null), eb('grants.grantee_id', 'is not', null)]),
        )
        .executeTakeFirst();
      return needed === undefined;
    },

    /** The channel that the client made under its own name for the device. */
    async findByRemoteKey(
      tx: Transaction,
      creatorId: string,
      remoteKey: string,
    ): Promise<string | undefined> {
      const row = await tx
        .selectFrom('channels')
        .select('id')
        .where('creator_id', '=', creatorId)
        .where('remote_key', '=', remoteKey)
        .executeTakeFirst();
      return row?.id;
    },

    /** The same of a user or an application, as ids in their own order, read in pages: an application may have many. */
    idsGrantedTo: createIdsGrantedTo(db, clock),

    /** Everybody who has a part in the channel now. */
    findParties: createFindParties(db, clock),

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
        .executeTakeFirst();
      return (
        row && { channel: toChannel(row), template: await templates.get(row.templateId, row.templateVersion) }
      );
    },
  };
}

const toChannel = ({
  contextOf,
  ...row
}: Omit<GrantedChannel, 'isContext'> & { contextOf: string | null }): GrantedChannel => ({
  ...row,
  isContext: contextOf !== null,
});
