import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { type RawBuilder, sql } from 'kysely';
import { type Database, migrations } from './index.ts';
import { tables } from './tables/index.ts';

const names = Object.keys(migrations);
const own = names.find((name) => name.endsWith('-automations'));
const earlier = names[names.indexOf(own ?? '') - 1];

type Values = Readonly<Record<string, string | number>>;

/** Returns the statement that adds a row with these values and any others that the columns require. */
function insertBefore(table: keyof typeof tables, given: Values): RawBuilder<unknown> {
  const required = Object.entries(tables[table].columns).flatMap(([name, column]) =>
    column.isNullable || column.hasDefault ? [] : [[name, column.storageClass === 'text' ? 'x' : 1] as const],
  );
  const row = Object.entries({ ...Object.fromEntries(required), ...given });
  const columns = row.map(([name]) => sql.ref(name.replace('automation', 'agent')));
  const values = row.map(([, value]) => sql.lit(value));
  const into = sql.table(table.replace('automation', 'agent'));
  return sql`insert into ${into} (${sql.join(columns)}) values (${sql.join(values)})`;
}

const step = (member: string) => ({
  then: [{ [member]: 'B', as: 'run', id: 's1' }, { notify: { text: '"agent":' } }],
});
const of = { user_id: 'ana' };

forEachEngine((_engine, open, newPlace) => {
  it('renames what is stored of agents, and no text of people', async () => {
    const place = await newPlace();
    const before = await open<Database>({ place, migrations, ...(earlier && { migrateTo: earlier }) });
    const rows: [keyof typeof tables, Values][] = [
      ['clients', { id: 'casa' }],
      ['users', { id: 'ana', client_id: 'casa' }],
      ['automations', { ...of, id: 'A', definition_json: JSON.stringify(step('agent')) }],
      ['automation_homes', { ...of, state_json: '{"home":{"agents":{"A":{}},"timers":[{"agent":"A"}]}}' }],
      ['automation_steps', { ...of, automation_id: 'A', kind: 'agent', detail_json: '{"op":"agent"}' }],
      ['user_events', { ...of, n: 1, type: 'play', data_json: '{"agent":"A"}', cause: 'agent:A.1-e1.s1' }],
      ['user_events', { ...of, n: 2, type: 'value', data_json: '{"agent":"007"}', cause: 'report' }],
      ['settings', { name: 'agents_ran', value: '1' }],
    ];
    await before.write(async (tx) => {
      for (const [table, values] of rows) await insertBefore(table, values).execute(tx);
    });

    const { read } = await open<Database>({ place, migrations, ...(own && { migrateTo: own }) });
    const { definition_json } = await read
      .selectFrom('automations')
      .select('definition_json')
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(definition_json), step('automation'));
    const { state_json } = await read
      .selectFrom('automation_homes')
      .select('state_json')
      .executeTakeFirstOrThrow();
    assert.equal(state_json, '{"home":{"automations":{"A":{}},"timers":[{"automation":"A"}]}}');
    assert.deepEqual(
      await read.selectFrom('automation_steps').select(['automation_id', 'kind', 'detail_json']).execute(),
      [{ automation_id: 'A', kind: 'automation', detail_json: '{"op":"automation"}' }],
    );
    assert.deepEqual(
      await read.selectFrom('user_events').select(['data_json', 'cause']).orderBy('n').execute(),
      [
        { data_json: '{"automation":"A"}', cause: 'automation:A.1-e1.s1' },
        { data_json: '{"agent":"007"}', cause: 'report' },
      ],
    );
    const settings = await read.selectFrom('settings').select('name').execute();
    assert.ok(settings.some(({ name }) => name === 'automations_ran'));
    assert.ok(!settings.some(({ name }) => name === 'agents_ran'));
  });
});
