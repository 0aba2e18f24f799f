import type { Transaction } from '../../../database/index.ts';

/** The limit is higher than the number of bridges that a platform may have. */
const LIMIT = 100;

/** Returns the managers of the bridges that a user connected. */
export const managersOfBridges = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('bridges')
    .innerJoin('clients', 'clients.id', 'bridges.manager_id')
    .select(['clients.id', 'clients.name', 'clients.namespace'])
    .where('bridges.creator_id', '=', userId)
    .where('clients.state', '<>', 'removed')
    .limit(LIMIT)
    .execute();
