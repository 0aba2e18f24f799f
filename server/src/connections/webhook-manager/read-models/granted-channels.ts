import type { Db } from '../../../database/index.ts';

export type GrantedChannel = {
  readonly id: string;
  /** The maker's id of the device. */
  readonly remoteKey: string | null;
  /** When the person got the grant. */
  readonly since: number;
};

type DeviceScope = { managerId: string; userId: string; templateId: string };

/**
 * Creates the query for the channels of a manager that were granted to a person, by the maker's ids of the
 * devices, or by their own ids.
 */
export const createGrantedChannels =
  (db: Db) =>
  (
    { managerId, userId, templateId }: DeviceScope,
    remoteKeys: readonly string[],
    ids: readonly string[],
  ): Promise<GrantedChannel[]> =>
    db.read
      .selectFrom('channels')
      .innerJoin('grants', 'grants.channel_id', 'channels.id')
      .select(['channels.id', 'channels.remote_key as remoteKey', 'grants.created as since'])
      .where('channels.creator_id', '=', managerId)
      .where('channels.template_id', '=', templateId)
      .where('channels.removed', 'is', null)
      .where((eb) =>
        eb.or([eb('channels.remote_key', 'in', [...remoteKeys]), eb('channels.id', 'in', ['', ...ids])]),
      )
      .where('grants.grantee_id', '=', userId)
      .where('grants.role', '=', 'user')
      .execute();
