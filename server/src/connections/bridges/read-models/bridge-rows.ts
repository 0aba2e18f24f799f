import type { Db } from '../../../database/index.ts';

/** A limit above `MAX_BRIDGES`, so that no bridge is left out. */
const LIMIT = 100;

/** Creates the queries for bridges, with the names of their managers. Removed managers have none. */
export function createBridgeRows({ read }: Db) {
  const bridges = () =>
    read
      .selectFrom('bridges')
      .innerJoin('clients', 'clients.id', 'bridges.manager_id')
      .select([
        'bridges.manager_id as managerId',
        'clients.name',
        'bridges.type',
        'bridges.mqtt_url as mqttUrl',
        'bridges.username',
        'bridges.base_topic as baseTopic',
        'bridges.creator_id as creatorId',
        'bridges.revision',
        'bridges.state',
        'bridges.problem',
        'bridges.version',
        'bridges.restarts',
        'bridges.seen',
        'bridges.created',
      ])
      .where('clients.state', '<>', 'removed');
  return {
    all: () => bridges().orderBy('bridges.created').orderBy('bridges.manager_id').limit(LIMIT).execute(),
    byId: (id: string) => bridges().where('bridges.manager_id', '=', id).executeTakeFirst(),
    findings: (id: string) =>
      read
        .selectFrom('bridges')
        .innerJoin('clients', 'clients.id', 'bridges.manager_id')
        .select('bridges.findings')
        .where('clients.state', '<>', 'removed')
        .where('bridges.manager_id', '=', id)
        .executeTakeFirst(),
    ofUser: (userId: string) =>
      bridges()
        .innerJoin('bridge_users', 'bridge_users.manager_id', 'bridges.manager_id')
        .where('bridge_users.user_id', '=', userId)
        .orderBy('bridges.created')
        .orderBy('bridges.manager_id')
        .limit(LIMIT)
        .execute(),
  };
}
