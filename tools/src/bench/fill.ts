import { contextTemplate } from '@azulejo/catalog';
import { type Database, migrations } from '@azulejo/server/testing';
import { openStorage } from '@azulejo/storage';
import { type RawBuilder, sql } from 'kysely';
import type { Homes } from './home.ts';
import type { Place } from './place.ts';

const CHUNK = 5_000;
/** Long, since no request waits for the writing connection here. */
const WRITE_LIMIT_MS = 60_000;

/**
 * Stores users in addition to the readers, each with an area, a device with its grants and tile, a phone
 * channel and an active sign-in. So every table of a hot read has as many rows as with that many households.
 * Without the phone channels, the server would add them to every user after it starts.
 */
export async function fillWithUsers(place: Place, homes: Homes, users: number): Promise<void> {
  await using db = await openStorage<Database>({ ...place, migrations, writeLimitMs: WRITE_LIMIT_MS });
  const template = (isContext: boolean) =>
    db.read
      .selectFrom('templates')
      .select(['id', 'version'])
      .where('id', isContext ? '=' : '<>', contextTemplate.id)
      .orderBy('id')
      .executeTakeFirstOrThrow();
  const filling = {
    clientId: homes.clientId,
    plug: await template(false),
    context: await template(true),
    now: Date.now(),
  };
  for (let first = 1; first <= users; first += CHUNK) {
    const last = Math.min(users, first + CHUNK - 1);
    for (const statement of statements(filling)) {
      await db.write((tx) => statement(first, last).execute(tx));
    }
  }
  // PostgreSQL would analyze automatically within a minute. SQLite never does while the platform runs.
  if (db.engine === 'postgres') await db.write((tx) => sql`analyze`.execute(tx));
}

type Version = { id: string; version: number };
type Filling = { clientId: string; plug: Version; context: Version; now: number };
type Statement = (first: number, last: number) => RawBuilder<unknown>;

/** Returns an `insert … select` of the rows `first` to `last`, in which `i` is the number of the row. */
const rows =
  (table: string, columns: string, select: RawBuilder<unknown>): Statement =>
  (first, last) =>
    sql`
    insert into ${sql.table(table)} (${sql.raw(columns)})
    with recursive n (i) as (select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(last)})
    select ${select} from n`;

/** Returns one `insert … select` per table, so that the database generates the rows. */
function statements({ clientId, plug, context, now }: Filling): Statement[] {
  const at = sql.lit(now);
  const later = sql.lit(now + 365 * 24 * 3600 * 1000);
  const client = sql.lit(clientId);
  const of = ({ id, version }: Version) => sql`${sql.lit(id)}, ${sql.lit(version)}`;
  return [
    rows(
      'users',
      'id, client_id, email, email_key, name, password_hash, namespace, secret, confirmation_hash, state, active_at, created, updated',
      sql`'u' || i, ${client}, i || '@many.example', i || '@many.example', 'Rosa Reis', 'none', 'many.' || i, 'azu_' || i, 'hash' || i, 'active', ${at}, ${at}, ${at}`,
    ),
    rows(
      'tile_groups',
      'user_id, id, label, position, is_default, created',
      sql`'u' || i, 'a' || i, 'My devices', 0, 1, ${at}`,
    ),
    rows(
      'channels',
      'id, template_id, template_version, name, created, updated',
      sql`'c' || i, ${of(plug)}, 'Plug', ${at}, ${at}`,
    ),
    rows(
      'channels',
      'id, template_id, template_version, context_of, name, created, updated',
      sql`'p' || i, ${of(context)}, 'u' || i, 'Phone', ${at}, ${at}`,
    ),
    rows(
      'grants',
      'channel_id, grantee_id, role, requesting_client_id, created',
      sql`'p' || i, 'u' || i, 'user', ${client}, ${at}`,
    ),
    rows(
      'grants',
      'channel_id, grantee_id, role, requesting_client_id, created',
      sql`'c' || i, 'u' || i, 'user', ${client}, ${at}`,
    ),
    rows(
      'grants',
      'channel_id, grantee_id, role, requesting_client_id, created',
      sql`'c' || i, ${client}, 'application', ${client}, ${at}`,
    ),
    rows(
      'tiles',
      'user_id, id, channel_id, template_tile, label, position, created, updated',
      sql`'u' || i, 't' || i, 'c' || i, 0, 'Plug', 1, ${at}, ${at}`,
    ),
    rows('tile_group_members', 'user_id, tile_id, group_id, position', sql`'u' || i, 't' || i, 'a' || i, 1`),
    rows(
      'sign_ins',
      'id, client_id, user_id, grant_type, scopes_json, current_hash, created, updated, expires',
      sql`'f' || i, ${client}, 'u' || i, 'password', '["application","user"]', 'r' || i, ${at}, ${at}, ${later}`,
    ),
    rows(
      'access_tokens',
      'hash, id, sign_in_id, generation, created, expires',
      sql`'h' || i, 'k' || i, 'f' || i, 0, ${at}, ${later}`,
    ),
  ];
}
