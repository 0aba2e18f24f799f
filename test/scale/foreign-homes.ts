import { tables } from '@azulejo/server/testing';
import type { Session } from './session.ts';

/** Columns that hold an id of a home, or what is unique to one. */
const OWN_COLUMNS = new Set([
  ...[
    'id',
    'user_id',
    'channel_id',
    'owner_id',
    'home_id',
    'tile_id',
    'group_id',
    'parent_id',
    'automation_id',
    'run_id',
  ],
  ...['scene_id', 'sign_in_id', 'context_of', 'root_id', 'seen_by', 'browser_id', 'passkey_id', 'actor_id'],
  ...[
    'target_id',
    'on_behalf_of',
    'remote_key',
    'namespace',
    'email',
    'email_key',
    'name_key',
    'credential_id',
  ],
  ...['hash', 'code_hash', 'token_hash', 'ticket_hash', 'endpoint_hash', 'claim_hash', 'state_hash'],
  ...['cookie_hash', 'current_hash', 'previous_hash', 'token_digest'],
]);
/** Series are numbered. The copies of a series have numbers in these steps. */
const SERIES_STEP = 100_000;
/** The tables of homes and devices. Of the others, a tenth of the copies is enough to notice that all are read. */
const WHOLE = new Set(['users', 'homes', 'channels', 'grants', 'clients', 'devices']);

type TableName = keyof typeof tables;
export type Home = { readonly userId: string; readonly channelIds: readonly string[] };

/**
 * Copies a home, with everything that is stored about it, until there are `to` foreign rows of each table. A copy
 * differs in its ids: it is of the same application, and has the same things due.
 */
export async function addForeignHomes(
  session: Session,
  home: Home,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const isOfHome = conditionsOf(home);
  await session.withoutReferences(async () => {
    if (from === 0) await completeHome(session, home, isOfHome);
    for (const name of Object.keys(tables) as TableName[]) {
      const condition = isOfHome(name);
      if (condition === undefined) continue;
      const source = `home_${name}`;
      await session.run(
        `create temporary table if not exists ${source} as select * from ${name} where ${condition}`,
      );
      const share = (WHOLE.has(name) || from === 0 ? 1 : 0.1) / Math.max(1, await session.count(source));
      const columns = Object.keys(tables[name].columns);
      const copied = columns.map((column) => copyOf(name, column, home));
      await session.run(
        `insert into ${name} (${columns.join(', ')}) select ${copied.join(', ')} from ${source} as home
          cross join ${session.numbers(from + 1, from + Math.ceil((to - from) * share))} as copy`,
      );
    }
  });
  await session.run('analyze');
}

type IsOfHome = (table: TableName) => string | undefined;

/** Returns which rows of a table belong to the home, as a condition; undefined for tables that do not grow with homes. */
function conditionsOf({ userId, channelIds }: Home): IsOfHome {
  const channels = channelIds.map((id) => `'${id}'`).join(', ');
  const ofUser = (column: string) => `${column} = '${userId}'`;
  const makers = `in (select creator_id from channels where id in (${channels}))`;
  const special: Readonly<Record<string, string>> = {
    channels: `(id in (${channels}) or ${ofUser('context_of')})`,
    grants: `channel_id in (${channels})`,
    clients: `kind = 'device' and id ${makers}`,
    devices: `client_id ${makers}`,
  };
  const byRelation = {
    user: ofUser,
    channel: (column: string) => `${column} in (${channels})`,
    series: (column: string) => `${column} in (select id from series where channel_id in (${channels}))`,
    'sign-in': (column: string) => `${column} in (select id from sign_ins where ${ofUser('user_id')})`,
    email: () => undefined,
  };
  return (name) => {
    const { personalData } = tables[name];
    return (
      special[name] ??
      (personalData === 'none' ? undefined : byRelation[personalData.of](personalData.column))
    );
  };
}

function copyOf(table: string, column: string, { userId }: Home): string {
  const copied = `home.${column} || '-' || copy.n`;
  const place = `${table}.${column}`;
  if (place === 'series.id' || column === 'series_id') return `home.${column} + copy.n * ${SERIES_STEP}`;
  if (place === 'devices.client_id') return copied;
  if (place === 'grants.grantee_id')
    return `case when home.grantee_id = '${userId}' then ${copied} else home.grantee_id end`;
  if (place === 'channels.creator_id')
    return `case when home.creator_id in (select client_id from devices) then ${copied} else home.creator_id end`;
  // What is due at one moment is sorted as a whole.
  if (column === 'due') return `home.${column} - copy.n`;
  return OWN_COLUMNS.has(column) ? copied : `home.${column}`;
}

/** Gives the home a phone, and a row in every table that has none of it yet, so that every table grows. */
async function completeHome(session: Session, home: Home, isOfHome: IsOfHome): Promise<void> {
  const columns = Object.keys(tables.channels.columns);
  const phone: Readonly<Record<string, string>> = {
    id: "'the phone'",
    context_of: `'${home.userId}'`,
    creator_id: 'null',
    remote_key: 'null',
  };
  if ((await session.count(`channels where context_of = '${home.userId}'`)) === 0)
    await session.run(
      `insert into channels (${columns.join(', ')}) select ${columns.map((each) => phone[each] ?? each).join(', ')}
        from channels where id = '${home.channelIds[0]}'`,
    );
  for (const name of Object.keys(tables) as TableName[]) {
    const condition = isOfHome(name);
    if (condition === undefined || (await session.count(`${name} where ${condition}`)) > 0) continue;
    const values = valuesOf(name, home);
    await session.run(
      `insert into ${name} (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')})`,
    );
  }
}

const HOUR_MS = 3_600_000;
const SMALL_NUMBERS = new Set(['attempts', 'code_failures', 'hour_count', 'counter', 'count', 'part']);

/** Returns a row of the home as SQL, in which everything is due and nothing has expired or ended. */
function valuesOf(name: TableName, { userId, channelIds }: Home): Record<string, string> {
  const { columns, personalData } = tables[name];
  const channel = `'${channelIds[0]}'`;
  const owners: Readonly<Record<string, string>> = {
    user: `'${userId}'`,
    channel,
    series: `(select min(id) from series where channel_id = ${channel})`,
    'sign-in': `(select min(id) from sign_ins where user_id = '${userId}')`,
  };
  const value = (column: string, storageClass: string): string => {
    if (personalData !== 'none' && column === personalData.column) return owners[personalData.of] ?? 'null';
    if (column === 'channel_id') return channel;
    if (storageClass === 'text') return column.endsWith('_json') ? "'{}'" : `'a ${column}'`;
    if (column === 'ended') return 'null';
    if (column.startsWith('is_')) return '1';
    if (SMALL_NUMBERS.has(column)) return '0';
    return String(Date.now() + (column === 'expires' ? 24 : -1) * HOUR_MS);
  };
  return Object.fromEntries(
    Object.entries(columns).map(([column, { storageClass }]) => [column, value(column, storageClass)]),
  );
}
