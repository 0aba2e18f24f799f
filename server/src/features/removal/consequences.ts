import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Client } from '../applications/index.ts';

/** What hangs on an application. Each is counted as far as a hundred thousand. */
export type Consequences = {
  users: number;
  /** That live now. */
  signIns: number;
  /** That go with it. */
  channels: number;
  devices: number;
  tiles: number;
  /** Made by managers or other applications: they stay, and its users lose them. */
  othersChannels: number;
};

/** Nobody waits for a count of millions, and to everybody it says the same. */
const COUNTED = 100_000;

export function createConsequences(db: Db, clock: Clock) {
  async function count<Tables, Names extends keyof Tables>(
    query: SelectQueryBuilder<Tables, Names, object>,
  ): Promise<number> {
    const some = query.select(sql.lit(1).as('one')).limit(COUNTED).as('some');
    const { n } = await db.read
      .selectFrom(some)
      .select(({ fn }) => fn.countAll<number | string>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  }

  const granted = (clientId: string) =>
    db.read
      .selectFrom('grants')
      .innerJoin('channels', 'channels.id', 'grants.channel_id')
      .leftJoin('clients as maker', 'maker.id', 'channels.creator_id')
      .where('grants.grantee_id', '=', clientId)
      .where('grants.role', '=', 'application');

  /** Only it and its users may use them. */
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

  /** Of devices: those of a person's own context are not counted. */
  const tilesOf = ({ id, kind }: Client) => {
    const tiles = db.read
      .selectFrom('tiles')
      .innerJoin('channels', 'channels.id', 'tiles.channel_id')
      .innerJoin('users', 'users.id', 'tiles.user_id')
      .where('channels.context_of', 'is', null);
    return kind === 'manager'
      ? tiles.where('channels.creator_id', '=', id)
      : tiles.where('users.client_id', '=', id);
  };

  const channelsOf = ({ id, kind }: Client) =>
    kind === 'manager'
      ? db.read.selectFrom('channels').where('creator_id', '=', id)
      : alone(id).where((eb) => eb.or([eb('maker.id', 'is', null), eb('maker.kind', '=', 'device')]));

  return async function consequencesOf(client: Client): Promise<Consequences> {
    const { id } = client;
    const users = db.read.selectFrom('users').where('client_id', '=', id);
    const signIns = db.read
      .selectFrom('token_families')
      .where('client_id', '=', id)
      .where('revoked_at', 'is', null)
      .where('expires', '>', clock.now());
    const devices = alone(id).where('maker.kind', '=', 'device').select('maker.id').distinct();
    return {
      users: await count(users),
      signIns: await count(signIns),
      channels: await count(channelsOf(client)),
      devices: await count(db.read.selectFrom(devices.as('devices'))),
      tiles: await count(tilesOf(client)),
      othersChannels: await count(granted(id).where('maker.kind', 'not in', ['device'])),
    };
  };
}
