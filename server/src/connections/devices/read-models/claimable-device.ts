import type { Db } from '../../../database/index.ts';
import { grantInForce } from '../../../devices/channels/index.ts';

/** Maximum number of channels that a person gets with one code. */
const MAX_CLAIMED_CHANNELS = 50;

type Reader = Pick<Db['read'], 'selectFrom'>;

/** Returns whether a person has the device now. */
export async function hasUser(db: Reader, clientId: string, now: number) {
  const row = await db
    .selectFrom('channels')
    .innerJoin('grants', 'grants.channel_id', 'channels.id')
    .select('grants.grantee_id')
    .where('channels.creator_id', '=', clientId)
    .where('channels.removed', 'is', null)
    .where('grants.role', '=', 'user')
    .where(grantInForce(now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the enabled device that users of the application may claim with the code. */
export const findClaimable = (
  db: Reader,
  { hash, applicationId, now }: { hash: string; applicationId: string; now: number },
) =>
  db
    .selectFrom('devices')
    .innerJoin('clients', 'clients.id', 'devices.client_id')
    .select(['clients.id', 'clients.name'])
    .where('devices.claim_hash', '=', hash)
    .where((eb) => eb.or([eb('devices.claim_expires', 'is', null), eb('devices.claim_expires', '>', now)]))
    .where((eb) =>
      eb.or([eb('devices.application_id', 'is', null), eb('devices.application_id', '=', applicationId)]),
    )
    .where('clients.state', '=', 'enabled')
    .executeTakeFirst();

/** Returns the device's oldest channels. */
export const claimedChannels = (db: Reader, clientId: string) =>
  db
    .selectFrom('channels')
    .select(['id', 'name', 'template_id as templateId', 'template_version as templateVersion', 'revision'])
    .where('creator_id', '=', clientId)
    .where('removed', 'is', null)
    .orderBy('created')
    .orderBy('id')
    .limit(MAX_CLAIMED_CHANNELS)
    .execute();
