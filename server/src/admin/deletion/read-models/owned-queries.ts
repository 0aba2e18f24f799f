import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import { CANDIDATES } from './bounded-counts.ts';

/** Selects what belongs to an application, on reader threads. */
export function createOwnedRows(db: Db) {
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
