import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import type { Templates, VersionedTemplate } from '../templates/index.ts';
import type { GrantedChannel } from './channel.ts';
import { createChannelCounts } from './channel-counts.ts';
import { createChannelGrants } from './channel-grants.ts';
import { createChannelReads } from './channel-reads.ts';
import { createChannelRecords } from './channel-records.ts';
import { createContextChannels } from './context-channel.ts';
import { createReadContextOptions } from './read-models/context-options.ts';
import { createRemovedChannels } from './removed-channels.ts';

export type NewChannel = {
  /** Set when the channel's id was announced before. */
  id?: string | undefined;
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
    ...createChannelRecords(db, clock),
    ...removedChannels,
    ...createChannelCounts(db),
    ...createChannelReads({ db, clock, templates }),
    /** Returns what the controls of the user's context channel offer. */
    contextOptionsOf: createReadContextOptions(db),
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
