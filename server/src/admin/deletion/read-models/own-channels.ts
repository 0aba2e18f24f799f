import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import { grantInForce } from '../../../devices/channels/index.ts';
import type { Clock } from '../../../platform/clock.ts';

/** Number of channels removed in one transaction, which takes a few milliseconds. */
const CHANNELS_BATCH_SIZE = 10;

/** Finds the channels that are removed with a user or a client. */
export function createOwnChannels(db: Db, clock: Clock) {
  /**
   * Selects channels without an owner or of a device. Those of a manager or another application stay with it.
   */
  const withoutOwner = () =>
    db.read
      .selectFrom('channels')
      .leftJoin('clients', 'clients.id', 'channels.creator_id')
      .select('channels.id')
      .where('channels.removed', 'is', null)
      .where((eb) => eb.or([eb('clients.id', 'is', null), eb('clients.kind', '=', 'device')]))
      .limit(CHANNELS_BATCH_SIZE);

  /**
   * Returns those channels on which only these ids hold an active grant, and the first of them one with the
   * role.
   */
  const grantedOnlyTo = (ids: readonly [string, ...string[]], role: 'user' | 'application') =>
    withoutOwner()
      .innerJoin('grants as own', 'own.channel_id', 'channels.id')
      .where('own.grantee_id', '=', ids[0])
      .where('own.role', '=', role)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('grants')
              .select(sql.lit(1).as('one'))
              .whereRef('grants.channel_id', '=', 'channels.id')
              .where('grants.grantee_id', 'not in', ids)
              .where(grantInForce(clock.now())),
          ),
        ),
      )
      .execute();

  return {
    /**
     * Returns the channels on which only the user and the user's application hold a grant, and that of the
     * user's phone.
     */
    ofUser: (userId: string, clientId: string): Promise<{ id: string }[]> =>
      grantedOnlyTo([userId, clientId], 'user'),

    /**
     * Returns the channels that the client created; when none are left, the channels
     * on which only this client has a grant.
     */
    async ofClient(clientId: string): Promise<{ id: string }[]> {
      const made = await db.read
        .selectFrom('channels')
        .select('id')
        .where('creator_id', '=', clientId)
        .limit(CHANNELS_BATCH_SIZE)
        .execute();
      return made.length > 0 ? made : grantedOnlyTo([clientId], 'application');
    },
  };
}
