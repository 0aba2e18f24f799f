import type { Db } from '../../../database/index.ts';
import type { Client } from '../../../identity/applications/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { CANDIDATES, type Count, createBoundedCounts } from './bounded-counts.ts';
import { createOwnedRows } from './owned-queries.ts';

/** The numbers of what is removed together with an application. */
export type Consequences = {
  users: Count;
  /** Counts sign-ins that have not ended. */
  signIns: Count;
  /** Counts the channels that are removed with it. */
  channels: Count;
  devices: Count;
  tiles: Count;
  /** Channels of managers or other applications: they stay, but its users lose them. */
  othersChannels: Count;
};

/**
 * Counts on reader threads. Each count reads the first rows of one index, and looks up the rest for those
 * only.
 */
export function createConsequences(db: Db, clock: Clock) {
  const { count, countAll } = createBoundedCounts(db);
  const { grantsTo, granted, alone, madeBy, usersOf } = createOwnedRows(db);

  const countChannels = ({ id, kind }: Client): Promise<Count> =>
    kind === 'manager'
      ? countAll(madeBy(id))
      : count(
          grantsTo(id),
          alone(id).where((eb) => eb.or([eb('maker.id', 'is', null), eb('maker.kind', '=', 'device')])),
        );

  /** Counts the tiles of devices. Those of a user's own context channel are not counted. */
  function countTiles({ id, kind }: Client): Promise<Count> {
    if (kind === 'manager') {
      const channels = madeBy(id).where('context_of', 'is', null);
      const some = channels.select('id').limit(CANDIDATES).as('some');
      return count(channels, db.scan.selectFrom(some).innerJoin('tiles', 'tiles.channel_id', 'some.id'));
    }
    const some = usersOf(id).select('id').limit(CANDIDATES).as('some');
    return count(
      usersOf(id),
      db.scan
        .selectFrom(some)
        .innerJoin('tiles', 'tiles.user_id', 'some.id')
        .innerJoin('channels', 'channels.id', 'tiles.channel_id')
        .where('channels.context_of', 'is', null),
    );
  }

  return async function consequencesOf(client: Client): Promise<Consequences> {
    const { id } = client;
    const signIns = db.scan.selectFrom('token_families').where('client_id', '=', id);
    const active = db.scan
      .selectFrom(signIns.select(['revoked_at', 'expires']).limit(CANDIDATES).as('some'))
      .where('revoked_at', 'is', null)
      .where('expires', '>', clock.now());
    const devices = alone(id).where('maker.kind', '=', 'device').select('maker.id').distinct();
    return {
      users: await countAll(usersOf(id)),
      signIns: await count(signIns, active),
      channels: await countChannels(client),
      devices: await count(grantsTo(id), db.scan.selectFrom(devices.as('devices'))),
      tiles: await countTiles(client),
      othersChannels: await count(grantsTo(id), granted(id).where('maker.kind', 'not in', ['device'])),
    };
  };
}
