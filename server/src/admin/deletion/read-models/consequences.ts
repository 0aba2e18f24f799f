import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import type { Client } from '../../../identity/applications/index.ts';
import type { Clock } from '../../../platform/clock.ts';

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
    const signIns = db.scan.selectFrom('sign_ins').where('client_id', '=', id);
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

/** Selects what belongs to an application, on reader threads. */
function createOwnedRows(db: Db) {
  const grantsTo = (clientId: string) =>
    db.scan.selectFrom('grants').where('grantee_id', '=', clientId).where('role', '=', 'application');

  const granted = (clientId: string) =>
    db.scan
      .selectFrom(grantsTo(clientId).select('channel_id').limit(CANDIDATES).as('own'))
      .innerJoin('channels', 'channels.id', 'own.channel_id')
      .leftJoin('clients as maker', 'maker.id', 'channels.creator_id');

  /** Selects channels that only this application and its users may use. */
  const alone = (clientId: string) =>
    granted(clientId).where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('grants as other')
            .select(sql.lit(1).as('one'))
            .whereRef('other.channel_id', '=', 'channels.id')
            .where('other.role', '=', 'application')
            .where('other.grantee_id', '<>', clientId),
        ),
      ),
    );

  const madeBy = (clientId: string) => db.scan.selectFrom('channels').where('creator_id', '=', clientId);
  const usersOf = (clientId: string) => db.scan.selectFrom('users').where('client_id', '=', clientId);

  return { grantsTo, granted, alone, madeBy, usersOf };
}

/** A count, and whether there may be more. */
type Count = { readonly count: number; readonly isMore: boolean };

/** Maximum number of rows examined for each count, which bounds its time. */
const CANDIDATES = 100_000;

/** Counts on reader threads, at most `CANDIDATES` rows. */
function createBoundedCounts(db: Db) {
  async function countRows<Tables, Names extends keyof Tables>(
    query: SelectQueryBuilder<Tables, Names, object>,
  ): Promise<number> {
    const some = query
      .select(sql.lit(1).as('one'))
      .limit(CANDIDATES + 1)
      .as('some');
    const { n } = await db.scan
      .selectFrom(some)
      .select(({ fn }) => fn.countAll<number | string>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  }

  /** Counts `found` among the first `candidates` only. */
  async function count<Tables, Names extends keyof Tables, Others, OtherNames extends keyof Others>(
    candidates: SelectQueryBuilder<Tables, Names, object>,
    found: SelectQueryBuilder<Others, OtherNames, object>,
  ): Promise<Count> {
    const walked = await countRows(candidates);
    const n = walked === 0 ? 0 : await countRows(found);
    return { count: Math.min(n, CANDIDATES), isMore: Math.max(walked, n) > CANDIDATES };
  }

  const countAll = <Tables, Names extends keyof Tables>(query: SelectQueryBuilder<Tables, Names, object>) =>
    count(query, query);

  return { count, countAll };
}
