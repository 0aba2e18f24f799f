import { sql } from 'kysely';
import type { EndedGrant } from '../../../core/domain-events/index.ts';
import type { Transaction } from '../../../database/index.ts';

const GRANTS_PAGE_SIZE = 100;

/** Returns the grants of users on channels of devices. */
export async function grantsToDevices(tx: Transaction, ids: readonly string[]): Promise<EndedGrant[]> {
  const rows = await tx
    .selectFrom('channels')
    .innerJoin('clients', 'clients.id', 'channels.creator_id')
    .innerJoin('grants', 'grants.channel_id', 'channels.id')
    .select([
      'channels.id as channelId',
      'clients.id as ownerId',
      'grants.grantee_id as userId',
      'grants.requesting_client_id as clientId',
    ])
    .where('channels.id', 'in', ids)
    .where('clients.kind', '=', 'device')
    .where('grants.role', '=', 'user')
    .limit(GRANTS_PAGE_SIZE)
    .execute();
  return rows.map(({ ownerId, clientId, ...grant }) => ({
    ...grant,
    owner: { kind: 'device', id: ownerId },
    clientId: clientId ?? undefined,
    isLast: true,
  }));
}

/** Returns the devices among the channels' owners that own no others. */
export async function devicesWithoutOthers(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('channels')
    .innerJoin('clients', 'clients.id', 'channels.creator_id')
    .select('clients.id')
    .distinct()
    .where('channels.id', 'in', ids)
    .where('clients.kind', '=', 'device')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('channels as other')
            .select(sql.lit(1).as('one'))
            .whereRef('other.creator_id', '=', 'clients.id')
            .where('other.id', 'not in', ids),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
