import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';
import { grantInForce } from '../../../devices/channels/index.ts';
import type { Clock } from '../../../platform/clock.ts';

/** A device of a home; `since` is when the user's grant began. */
export type HomeDevice = {
  readonly channelId: string;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly since: number;
};

/** Maximum number of people that are named. */
const MAX_PEOPLE = 50;

/** Reads which devices a home has, who else uses them, and their series. Phones are no devices of a home. */
export function createHomeDevices(db: Db, clock: Clock) {
  const { devices, series } = prepareDevices(db);
  const people = preparePeople(db);
  const channelsOfGroup = prepareChannelsOfGroup(db);
  return {
    ofUser: (userId: string, limit: number): Promise<HomeDevice[]> =>
      devices.scan({ userId, now: clock.now(), limit }),
    seriesOf: (channelIds: readonly string[], limit: number) =>
      series.scan({ rows: JSON.stringify(channelIds.map((id) => [id])), limit }),
    /** Returns the users of the same application who may use one of the user's devices. */
    people: (userId: string, clientId: string): Promise<{ id: string; name: string }[]> =>
      people.scan({ userId, clientId, now: clock.now() }),
    /** Returns the channels with a tile in the group, or in a group inside it. */
    channelsOfGroup: async (userId: string, groupId: string): Promise<Set<string>> =>
      new Set((await channelsOfGroup.scan({ userId, groupId })).map(({ channelId }) => channelId)),
  };
}

function prepareDevices(db: Db) {
  const devices = db.prepare<{ userId: string; now: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('grants')
      .innerJoin('channels', 'channels.id', 'grants.channel_id')
      .select([
        'channels.id as channelId',
        'channels.template_id as templateId',
        'channels.template_version as templateVersion',
        'grants.created as since',
      ])
      .where('grants.grantee_id', '=', p('userId'))
      .where('grants.role', '=', 'user')
      .where(grantInForce(p('now')))
      .where('channels.context_of', 'is', null)
      .orderBy('channels.id')
      .limit(p('limit')),
  );
  const series = db.prepare<{ rows: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('rows'), { id: 'text' }).as('given'))
      .innerJoin('series', 'series.channel_id', 'given.id')
      .select([
        'series.id',
        'series.channel_id as channelId',
        'series.component_id as componentId',
        'series.property_id as propertyId',
      ])
      .limit(p('limit')),
  );
  return { devices, series };
}

function preparePeople(db: Db) {
  return db.prepare<{ userId: string; clientId: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .select(['users.id', 'users.name'])
      .where('users.client_id', '=', p('clientId'))
      .where('users.state', '<>', 'removed')
      .where('users.id', 'in', (eb) =>
        eb
          .selectFrom('grants')
          .innerJoin('grants as others', 'others.channel_id', 'grants.channel_id')
          .select('others.grantee_id')
          .where('others.role', '=', 'user')
          .where((each) =>
            each.or([each('others.expires', 'is', null), each('others.expires', '>', p('now'))]),
          )
          .where('grants.grantee_id', '=', p('userId'))
          .where('grants.role', '=', 'user')
          .where(grantInForce(p('now'))),
      )
      .orderBy('users.name')
      .limit(MAX_PEOPLE),
  );
}

function prepareChannelsOfGroup(db: Db) {
  return db.prepare<{ userId: string; groupId: string }>()((kysely, p) =>
    kysely
      .selectFrom('tile_groups')
      .innerJoin('tile_group_members as members', (join) =>
        join
          .onRef('members.user_id', '=', 'tile_groups.user_id')
          .onRef('members.group_id', '=', 'tile_groups.id'),
      )
      .innerJoin('tiles', (join) =>
        join.onRef('tiles.user_id', '=', 'members.user_id').onRef('tiles.id', '=', 'members.tile_id'),
      )
      .select('tiles.channel_id as channelId')
      .where('tile_groups.user_id', '=', p('userId'))
      .where((eb) =>
        eb.or([eb('tile_groups.id', '=', p('groupId')), eb('tile_groups.parent_id', '=', p('groupId'))]),
      ),
  );
}
