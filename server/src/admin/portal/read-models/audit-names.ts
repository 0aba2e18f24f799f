import type { PortalAuditEntry } from '@azulejo/contract';
import type { AuditRecord } from '../../../core/audit/index.ts';
import type { Db } from '../../../database/index.ts';
import { emailKey } from '../../../identity/users/index.ts';

type Named = NonNullable<PortalAuditEntry['actor']>;

/** The actions whose log entries preserve the name of what was removed. */
const removals: Readonly<Record<string, Named['kind']>> = {
  'application.remove': 'application',
  'portal.account.remove': 'account',
  'user.remove': 'user',
};

/** No row matches this placeholder. */
const NOTHING = '';

/** Returns the actors and targets of the entries by id, with their names if they are known. */
export async function namesOf(db: Db, records: readonly AuditRecord[]): Promise<ReadonlyMap<string, Named>> {
  const named = records.flatMap(({ actor_id, target_id }) => [actor_id, target_id]);
  const ids = [...new Set(named.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const { read } = db;
  const [removed, templates, channels, users, clients] = await Promise.all([
    read
      .selectFrom('audit')
      .select(['target_id as id', 'detail as name', 'action'])
      .where('action', 'in', Object.keys(removals))
      .where('target_id', 'in', ids)
      .execute(),
    read.selectFrom('templates').select(['id', 'name']).where('id', 'in', ids).orderBy('version').execute(),
    read
      .selectFrom('channels')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .where('removed', 'is', null)
      .execute(),
    read
      .selectFrom('users')
      .select(['id', 'email', 'name', 'role'])
      .where('id', 'in', ids)
      .where('state', '<>', 'removed')
      .execute(),
    read.selectFrom('clients').select(['id', 'name', 'kind']).where('id', 'in', ids).execute(),
  ]);
  const of = (kind: Named['kind'], rows: readonly { id: string | null; name: string | null }[]) =>
    rows.map(({ id, name }): Named => ({ id: id ?? NOTHING, kind, name }));
  const found = [
    ...ids.map((id): Named => ({ id, kind: 'unknown', name: null })),
    ...removed.flatMap(({ action, ...row }) => of(removals[action] ?? 'unknown', [row])),
    ...of('template', templates),
    ...of('channel', channels),
    ...users.map(
      ({ id, email, name, role }): Named =>
        role === null ? { id, kind: 'user', name: email } : { id, kind: 'account', name },
    ),
    ...clients.map(({ id, name, kind }): Named => ({ id, name, kind })),
  ];
  return new Map(found.map((each) => [each.id, each]));
}

/** Returns the ids that a filter may mean: an id itself, or everyone with the e-mail, in any application. */
export async function idsOf(db: Db, idOrEmail: string): Promise<readonly string[]> {
  if (!idOrEmail.includes('@')) return [idOrEmail];
  const key = emailKey(idOrEmail) ?? NOTHING;
  const users = db.read
    .selectFrom('clients as c')
    // The index of users is by application and e-mail.
    .innerJoin('users as u', (join) => join.onRef('u.client_id', '=', 'c.id').on('u.email_key', '=', key))
    .select('u.id')
    .limit(100);
  return (await users.execute()).map(({ id }) => id);
}
