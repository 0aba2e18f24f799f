import type { AutomationDefinition } from '@azulejo/contract';
import { type Database, migrations } from '@azulejo/server/testing';
import { openStorage } from '@azulejo/storage';
import { type RawBuilder, sql } from 'kysely';
import { openServer } from './home.ts';
import type { Place } from './place.ts';

/** The longest that one statement of the filling may take. */
export const WRITE_LIMIT_MS = 300_000;
/** The home that all others are copies of: user `u1` with the channel `c1`. */
const MODEL = { userId: 'u1', channelId: 'c1' };

/** The position of a cover. */
export const VALUE = 50;

/** A property of the home, as automations name it. */
export type Property = { readonly channel: string; readonly component: string; readonly property: string };

/**
 * Adds automations to the homes of `fillWithUsers`: to the first one through the platform, and to the others as
 * copies. `define` is given a property of the home that accepts `VALUE`.
 */
export async function addAutomations(
  place: Place,
  homes: number,
  define: (property: Property) => readonly AutomationDefinition[],
): Promise<void> {
  await addModel(place, define);
  await copyModel(place, homes);
}

async function addModel(place: Place, define: (property: Property) => readonly AutomationDefinition[]) {
  await using server = await openServer(place);
  const { automations, automationHomes, automationRunner } = server.features;
  const { userId, channelId } = MODEL;
  const home = await automationHomes.of(userId);
  const known = home?.facts.properties
    .values()
    .find(({ channel, io, accepts }) => channel === channelId && io.includes('w') && accepts(VALUE));
  if (!known) throw new Error('The home has no property.');
  const property = { channel: channelId, component: known.component, property: known.property };
  for (const definition of define(property))
    await automations.create(userId, { definition, author: { userId }, origin: 'api' });
  await automationRunner.run();
}

/** Copies the model's automations, with what they remember, to all homes, which the server then takes for changed. */
async function copyModel(place: Place, homes: number): Promise<void> {
  await using db = await openStorage<Database>({ ...place, migrations, writeLimitMs: WRITE_LIMIT_MS });
  const { userId } = MODEL;
  const automations = await db.read
    .selectFrom('automations')
    .select('id')
    .where('user_id', '=', userId)
    .execute();
  for (const table of ['automations', 'automation_versions', 'automation_homes', 'event_counters']) {
    const row = await db.read
      .selectFrom(table as 'automations')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const columns = Object.keys(row);
    const copied = columns.map((column) => {
      const own = sql`model.${sql.ref(column)}`;
      if (column === 'user_id') return sql`'u' || n.i`;
      if (column === 'revision' && table === 'automation_homes') return sql`null`;
      if (column === 'id' || column === 'automation_id') return sql`${own} || n.i`;
      return column.endsWith('_json') ? copiedText(own, automations) : own;
    });
    await db.write((tx) =>
      sql`
        with recursive n (i) as (select 2 union all select i + 1 from n where i < ${sql.lit(homes)})
        insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        select ${sql.join(copied)} from n, ${sql.table(table)} as model where model.user_id = ${sql.lit(userId)}
        ${sql.raw(table === 'event_counters' ? 'on conflict (user_id) do nothing' : '')}`.execute(tx),
    );
  }
}

/** Returns JSON with the ids of the copy. In what is remembered, ids are also parts of keys and of text within text. */
function copiedText(text: RawBuilder<unknown>, automations: readonly { id: string }[]): RawBuilder<unknown> {
  const ids = [
    ['"c1"', sql`'"c' || n.i || '"'`],
    ['"c1\\', sql`'"c' || n.i || '\\'`],
  ] as const;
  const all = [...ids, ...automations.map(({ id }) => [id, sql`${sql.lit(id)} || n.i`] as const)];
  return all.reduce((copied, [id, own]) => sql`replace(${copied}, ${sql.lit(id)}, ${own})`, text);
}
