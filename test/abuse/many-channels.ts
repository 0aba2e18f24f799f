import type { Db } from '@azulejo/server/testing';
import { sql } from 'kysely';

/** How many rows one statement inserts, because PostgreSQL ends a statement after 10 s. */
const ROWS_PER_STATEMENT = 100_000;

type ManyChannels = {
  count: number;
  templateId: string;
  role: 'user' | 'application';
  granteeId: string;
};

/** Inserts channels `many-…`, each granted to one grantee; a million takes some seconds. */
export async function insertChannels(
  db: Db,
  { count, templateId, role, granteeId }: ManyChannels,
): Promise<void> {
  for (let first = 1; first <= count; first += ROWS_PER_STATEMENT) {
    const ids = idsBetween(db, first, Math.min(count, first + ROWS_PER_STATEMENT - 1));
    await runBulk(
      db,
      sql`insert into channels (id, template_id, template_version, name, created, updated)
        select id, ${templateId}, 1, 'Lamp', 1, 1 from ${ids} as numbers`,
    );
    await runBulk(
      db,
      sql`insert into grants (channel_id, grantee_id, role, created)
        select id, ${granteeId}, ${role}, 1 from ${ids} as numbers`,
    );
  }
}

/** Inserts users of an application, each with a context channel. */
export async function insertUsers(
  db: Db,
  { count, clientId }: { count: number; clientId: string },
): Promise<void> {
  for (let first = 1; first <= count; first += ROWS_PER_STATEMENT) {
    const ids = idsBetween(db, first, Math.min(count, first + ROWS_PER_STATEMENT - 1));
    // Users, homes and contexts are inserted together, since the platform creates the context of a user who
    // has none.
    await runBulk(
      db,
      sql`insert into users (id, client_id, home_id, email, email_key, name, password_hash, namespace, secret,
          confirmation_hash, state, active_at, created, updated)
        select id, ${clientId}, id, id, id, 'Ana', '', id, id, id, 'active', 1, 1, 1 from ${ids} as numbers`,
      sql`insert into homes (id, owner_id, application_id, created)
        select id, id, ${clientId}, 1 from ${ids} as numbers`,
      sql`insert into channels (id, template_id, template_version, name, created, updated, context_of)
        select 'context-' || id, 'context', 1, 'Ana', 1, 1, id from ${ids} as numbers`,
    );
  }
}

function idsBetween(db: Db, first: number, last: number) {
  return db.engine === 'postgres'
    ? sql`(select 'many-' || lpad(i::text, 7, '0') as id from generate_series(${first}::int, ${last}::int) as i)`
    : sql`(with recursive counted(i) as (select ${first} union all select i + 1 from counted where i < ${last})
        select printf('many-%07d', i) as id from counted)`;
}

let statements = 0;

/** Runs the statements as a unit, which on SQLite has no limit of one second as a write has. */
export async function runBulk(db: Db, ...units: readonly ReturnType<typeof sql>[]): Promise<void> {
  const compiled = units.map((statement) => {
    const { sql: text, parameters } = statement.compile(db.read);
    statements += 1;
    return { name: `many_${statements}`, sql: text, parameters: parameters as string[], expectRow: false };
  });
  await db.unit(compiled);
}
