import type { ClientOwner } from '../../core/access/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import type { Templates, VersionedTemplate } from '../templates/index.ts';
import type { GrantedChannel } from './channel.ts';
import { createFindChannelAccess } from './channel-access.ts';
import { createContextChannels } from './context-channel.ts';
import { grantInForce } from './grant-in-force.ts';
import { createRemovedChannels } from './removed-channels.ts';

export type ChannelWithTemplate = { channel: GrantedChannel; template: VersionedTemplate };

export type NewChannel = {
  /** Set when the channel's id was announced before. */
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
      // A user's own context channel comes after the devices.
      .orderBy((eb) => eb('channels.context_of', 'is not', null))
      .orderBy('grants.created')
      .orderBy('channels.id'),
  );

  const removedChannels = createRemovedChannels(db, clock);

  /**
   * Returns whether there were users whose grants have all expired: the next grant then begins a new period.
   */
  async function isBetweenUsers(tx: Transaction, channelId: string): Promise<boolean> {
    const held = tx
      .selectFrom('grants')
      .select('grantee_id')
      .where('channel_id', '=', channelId)
      .where('role', '=', 'user')
      .limit(1);
    if (await held.where(grantInForce(clock.now())).executeTakeFirst()) return false;
    return (await held.executeTakeFirst()) !== undefined;
  }

  const madeBy = db.prepare<{ creatorId: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('channels')
          .select('id')
          .where('creator_id', '=', p('creatorId'))
          .where('removed', 'is', null)
          .limit(p('limit'))
          .as('made'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
  const heldBy = db.prepare<{ userId: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('grants')
          .innerJoin('channels', 'channels.id', 'grants.channel_id')
          .select('channels.id')
          .where('channels.context_of', 'is', null)
          .where('grantee_id', '=', p('userId'))
          .where('role', '=', 'user')
          .limit(p('limit'))
          .as('held'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );

  return {
    ...createContextChannels(db, clock),
    ...removedChannels,

    /** Returns how many channels the client created; stops counting at `limit`. */
    countMadeBy: async (creatorId: string, limit: number): Promise<number> =>
      Number((await madeBy.get({ creatorId, limit }))?.count ?? 0),

    /** Returns how many devices are in the user's home; stops counting at `limit`. */
    countGrantedTo: async (userId: string, limit: number): Promise<number> =>
      Number((await heldBy.get({ userId, limit }))?.count ?? 0),

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

    /**
     * Grants access. Granting again is normal and succeeds (manager-sdk 5.1); an expired grant is renewed.
     * Returns whether the grant is new or renewed.
     */
    async grant(
      tx: Transaction,
      channelId: string,
      grantee: { id: string; role: 'application' | 'user'; through: string },
    ): Promise<boolean> {
      const now = clock.now();
      if (grantee.role === 'user' && (await isBetweenUsers(tx, channelId)))
        await removedChannels.startPeriod(tx, channelId);
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

    /** Backdates the user's grants to `since`, for a home with a generated past (decision 0045). */
    async backdateGrants(tx: Transaction, userId: string, since: number): Promise<void> {
      await tx
        .updateTable('grants')
        .set({ created: since })
        .where('grantee_id', '=', userId)
        .where('role', '=', 'user')
        .where('created', '>', since)
        .execute();
    },

    /**
     * Ends the grant of a user. Returns who is left, not counting expired grants: users, only the client that
     * created the channel, or neither. Also returns that client, and the application through which the grant
     * was given.
     */
    async endGrant(
      tx: Transaction,
      channelId: string,
      userId: string,
    ): Promise<{
      left: 'users' | 'without-users' | 'abandoned';
      owner: ClientOwner | undefined;
      through: string | undefined;
    }> {
      const ended = await tx
        .deleteFrom('grants')
        .where('channel_id', '=', channelId)
        .where('grantee_id', '=', userId)
        .where('role', '=', 'user')
        .returning('requesting_client_id as through')
        .executeTakeFirst();
      const channel = await tx
        .selectFrom('channels')
        .leftJoin('clients', 'clients.id', 'channels.creator_id')
        .leftJoin('grants', (join) =>
          join
            .onRef('grants.channel_id', '=', 'channels.id')
            .on('grants.role', '=', 'user')
            .on(grantInForce(clock.now())),
        )
        .select(['clients.id as ownerId', 'clients.kind as ownerKind', 'grants.grantee_id as userId'])
        .where('channels.id', '=', channelId)
        .limit(1)
        .executeTakeFirst();
      const { ownerId = null, ownerKind = null, userId: other = null } = channel ?? {};
      const owner = ownerId === null || ownerKind === null ? undefined : { id: ownerId, kind: ownerKind };
      const left = other !== null ? 'users' : owner ? 'without-users' : 'abandoned';
      return { left, owner, through: ended?.through ?? undefined };
    },

    /** Finds the channel that the client created under its own key for the device. */
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

    /** Finds the channel's owner and current grantees. */
    findChannelAccess: createFindChannelAccess(db, clock),

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

const toChannel = ({
  contextOf,
  ...row
}: Omit<GrantedChannel, 'isContext'> & { contextOf: string | null }): GrantedChannel => ({
  ...row,
  isContext: contextOf !== null,
});
