import { type PortalSignInFailure, toTimestamp } from '@azulejo/contract';
import type { Db } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';

const DAY_MS = 24 * 3600 * 1000;
const SHOWN = 50;

/** Reads failed sign-ins from the audit log, which counts them for each account, application and minute. */
export function createSignInFailures({ db, clock }: { db: Db; clock: Clock }) {
  const recent = db.prepare<{ since: number }>()((kysely, p) =>
    kysely
      .selectFrom('audit')
      .leftJoin('users', 'users.id', 'audit.actor_id')
      .leftJoin('clients', 'clients.id', 'audit.target_id')
      .select([
        'users.id as userId',
        'users.email',
        'clients.id as clientId',
        'clients.name',
        'audit.address',
      ])
      .select(({ fn }) => [fn.sum('audit.count').as('failures'), fn.max('audit.at').as('last')])
      .where('audit.action', '=', 'sign-in.refused')
      .where('audit.at', '>=', p('since'))
      .groupBy(['users.id', 'users.email', 'clients.id', 'clients.name', 'audit.address'])
      .orderBy('failures', 'desc')
      .orderBy('last', 'desc')
      .limit(SHOWN),
  );

  return async function signInFailures(): Promise<PortalSignInFailure[]> {
    const rows = await recent.scan({ since: clock.now() - DAY_MS });
    return rows.map(({ userId, email, clientId, name, address, failures, last }) => ({
      user: userId === null ? null : { id: userId, email: email ?? '' },
      application: clientId === null ? null : { id: clientId, name: name ?? '' },
      address,
      count: Number(failures),
      last: toTimestamp(Number(last)),
    }));
  };
}
