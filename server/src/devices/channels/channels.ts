import { type BoundStatement, jsonRows } from '@azulejo/storage';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import type { Templates, VersionedTemplate } from '../templates/index.ts';
import type { GrantedChannel } from './channel.ts';
import { createChannelCounts } from './channel-counts.ts';
import { createChannelGrants } from './channel-grants.ts';
import { createChannelReads } from './channel-reads.ts';
import { createChannelRecords } from './channel-records.ts';
import { createContextChannels, createContextOf } from './context-channel.ts';
import { createReadContextOptions } from './read-models/context-options.ts';

export type NewChannel = {
  /** Set when the channel's id was announced before. */
  id?: string;
  template: VersionedTemplate;
  name: string;
  creatorId: string | undefined;
  remoteKey: string | undefined;
};

export type Channels = ReturnType<typeof createChannels>;

type Dependencies = { db: Db; clock: Clock; templates: Templates; maxUsersPerChannel: number };

export function createChannels({ db, clock, templates, maxUsersPerChannel }: Dependencies) {
  const removedChannels = createRemovedChannels(db, clock);
  return {
    ...createContextChannels(db, clock),
    contextOf: createContextOf(db),
    ...createChannelRecords(db, clock),
    ...removedChannels,
    ...createChannelCounts(db),
    ...createChannelReads({ db, clock, templates }),
    /** Returns what the controls of the user's context channel offer. */
    contextOptionsOf: createReadContextOptions(db),
    lock: prepareLockChannels(db),
    ...createChannelGrants({ clock, startPeriod: removedChannels.startPeriod, maxUsersPerChannel }),

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
  };
}

/**
 * Clears all references: to the template, to the client that created the channel, and to a user's phone.
 */
const BLANK = {
  template_id: '',
  template_version: 0,
  creator_id: null,
  remote_key: null,
  context_of: null,
} as const;

/**
 * Removes channels in constant time, however much is stored for them: the row is emptied and marked, which
 * hides the channel immediately. Its name remains for the homes from which it is removed. What was stored
 * under its id is deleted afterwards, in batches (`admin/deletion/`).
 */
function createRemovedChannels(db: Db, clock: Clock) {
  return {
    /** Does the first step of a removal. Only `home/home-devices/` calls it, and ends the grants as well. */
    async markRemoved(tx: Transaction, channelIds: readonly string[]): Promise<void> {
      await tx.deleteFrom('virtual_devices').where('channel_id', 'in', channelIds).execute();
      const now = clock.now();
      await tx
        .updateTable('channels')
        .set({ ...BLANK, removed: now, updated: now })
        .where('id', 'in', channelIds)
        .execute();
    },

    /**
     * Detaches a channel from its stored values after its last user left, so that the next user
     * starts without values. Its series, as many as its template has properties, move to a removed channel
     * and are deleted with it.
     */
    async startPeriod(tx: Transaction, channelId: string): Promise<void> {
      const now = clock.now();
      const former = { ...BLANK, id: newId(), name: '', created: now, updated: now, removed: now };
      await tx.insertInto('channels').values(former).execute();
      await tx
        .updateTable('series')
        .set({ channel_id: former.id })
        .where('channel_id', '=', channelId)
        .execute();
      await tx.deleteFrom('property_values').where('channel_id', '=', channelId).execute();
      await tx
        .updateTable('channels')
        .set((eb) => ({ period: eb('period', '+', 1) }))
        .where('id', '=', channelId)
        .execute();
    },

    /** Returns the ids of some channels that wait to be deleted. */
    removed: (after: string, limit: number): Promise<{ id: string }[]> =>
      db.read
        .selectFrom('channels')
        .select('id')
        .where('removed', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** Does the last step of a removal: deletes the row. */
    async deleteRemoved(channelId: string): Promise<void> {
      await db.write((tx) =>
        tx.deleteFrom('channels').where('id', '=', channelId).where('removed', 'is not', null).execute(),
      );
    },
  };
}

/**
 * Returns a function that makes units which lock the same channels run one after another, on PostgreSQL: what follows
 * in a unit need not have an order then. On SQLite, units never overlap.
 */
function prepareLockChannels(db: Db): (channelIds: readonly string[]) => BoundStatement[] {
  if (db.engine === 'sqlite') return () => [];
  const lock = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('rows'), { id: 'text' }).as('given'))
      .innerJoin('channels', 'channels.id', 'given.id')
      .select('channels.id')
      .orderBy('channels.id')
      .forNoKeyUpdate('channels'),
  );
  return (channelIds) =>
    channelIds.length === 0
      ? []
      : [lock.bind({ rows: JSON.stringify([...new Set(channelIds)].map((id) => [id])) })];
}
