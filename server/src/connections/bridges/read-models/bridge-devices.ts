import type { Db } from '../../../database/index.ts';

export type BridgeChannel = {
  readonly id: string;
  readonly name: string;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly revision: number;
  /** When the bridge created its channel. */
  readonly created: number;
  /** The bridge's own id of the device. */
  readonly remoteKey: string | null;
  /** The user, if the user has it already. */
  readonly granteeId: string | null;
};

/** Creates the queries for the channels of a bridge, and which of them a user has. */
export function createBridgeChannels({ read }: Db) {
  const channels = (bridgeId: string, userId: string) =>
    read
      .selectFrom('channels')
      .leftJoin('grants', (join) =>
        join
          .onRef('grants.channel_id', '=', 'channels.id')
          .on('grants.grantee_id', '=', userId)
          .on('grants.role', '=', 'user'),
      )
      .select([
        'channels.id',
        'channels.name',
        'channels.template_id as templateId',
        'channels.template_version as templateVersion',
        'channels.revision',
        'channels.created',
        'channels.remote_key as remoteKey',
        'grants.grantee_id as granteeId',
      ])
      .where('channels.creator_id', '=', bridgeId)
      .where('channels.removed', 'is', null)
      .orderBy('channels.id');
  return {
    page: (bridgeId: string, userId: string, { after, limit }: { after: string; limit: number }) =>
      channels(bridgeId, userId).where('channels.id', '>', after).limit(limit).execute(),
    byIds: (bridgeId: string, userId: string, ids: readonly string[]) =>
      channels(bridgeId, userId)
        .where('channels.id', 'in', [...ids])
        .execute(),
    /** Returns those of the ids that are areas or groups of the user. */
    groupsOf: async (userId: string, ids: readonly string[]): Promise<ReadonlySet<string>> => {
      if (ids.length === 0) return new Set();
      const rows = await read
        .selectFrom('tile_groups')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', 'in', [...ids])
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
    ofTemplate: (bridgeId: string, userId: string, templateId: string, limit: number) =>
      channels(bridgeId, userId).where('channels.template_id', '=', templateId).limit(limit).execute(),
  };
}
