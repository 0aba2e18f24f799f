import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { type RawBuilder, sql } from 'kysely';
import { type Database, migrations } from './index.ts';
import { tables } from './tables/index.ts';

type Values = Readonly<Record<string, string | number>>;

const OWN = '0046-kinds-of-parts';
const earlier = Object.keys(migrations).findLast((name) => name < OWN);
/** More than one batch of the migration. */
const MANY = 120;

const property = { channel: 'C', component: 'door', property: 'open' };
const before = {
  label: 'Door',
  when: [
    { id: 't1', property, is: 'becomes', value: true, for: 'PT5M' },
    { properties: { class: 'security.open', of: 'any' }, is: 'changes' },
    { time: { at: '07:00' } },
    { every: 'PT1H' },
    { webhook: true },
  ],
  onlyIf: { id: 'c1', all: [{ sun: 'down' }, { not: { person: 'is-at', place: 'home' } }] },
  then: [
    { set: property, value: true, else: 'stop' },
    { waitUntil: { any: [{ device: 'reachable', channel: 'C' }] }, atMost: 'PT1M', else: 'go-on' },
    { if: { sun: 'up' }, then: [{ wait: 'PT1M' }], else: [{ scene: 'S' }] },
    { notify: { text: 'every time', values: { door: property } } },
    { webhook: { url: 'https://example.org', body: { set: 1, then: [{ wait: 1 }] } } },
    { automation: 'B', as: 'run' },
  ],
  atMostEvery: 'PT1M',
};
const after = {
  label: 'Door',
  when: [
    { kind: 'property', id: 't1', property, is: 'becomes', value: true, for: 'PT5M' },
    { kind: 'property', properties: { class: 'security.open', of: 'any' }, is: 'changes' },
    { kind: 'time', time: { at: '07:00' } },
    { kind: 'interval', every: 'PT1H' },
    { kind: 'webhook', webhook: true },
  ],
  onlyIf: {
    kind: 'all',
    id: 'c1',
    all: [
      { kind: 'sun', sun: 'down' },
      { kind: 'not', not: { kind: 'person', person: 'is-at', place: 'home' } },
    ],
  },
  then: [
    { kind: 'set', set: property, value: true, else: 'stop' },
    {
      kind: 'wait-until',
      waitUntil: { kind: 'any', any: [{ kind: 'device', device: 'reachable', channel: 'C' }] },
      atMost: 'PT1M',
      else: 'go-on',
    },
    {
      kind: 'if',
      if: { kind: 'sun', sun: 'up' },
      then: [{ kind: 'wait', wait: 'PT1M' }],
      else: [{ kind: 'scene', scene: 'S' }],
    },
    { kind: 'notify', notify: { text: 'every time', values: { door: property } } },
    { kind: 'webhook', webhook: { url: 'https://example.org', body: { set: 1, then: [{ wait: 1 }] } } },
    { kind: 'automation', automation: 'B', as: 'run' },
  ],
  atMostEvery: 'PT1M',
};
const stateOf = (text: string) => ({
  home: {
    n: 3,
    automations: { A: { version: 1, signatures: { t3: text }, dates: { [`t3 ${text}`]: [1] } } },
  },
  roots: {},
});

/** Returns the statement that adds a row with these values and any others that the columns require. */
function insert(table: keyof typeof tables, given: Values): RawBuilder<unknown> {
  const required = Object.entries(tables[table].columns).flatMap(([name, column]) =>
    column.isNullable || column.hasDefault ? [] : [[name, column.storageClass === 'text' ? 'x' : 1] as const],
  );
  const row = Object.entries({ ...Object.fromEntries(required), ...given });
  const columns = row.map(([name]) => sql.ref(name));
  const values = row.map(([, value]) => sql`${value}`);
  return sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)})`;
}

forEachEngine((_engine, open, newPlace) => {
  it('gives the parts of stored automations their kinds, and keeps what triggers remember', async () => {
    const place = await newPlace();
    const old = await open<Database>({ place, migrations, ...(earlier && { migrateTo: earlier }) });
    const ids = Array.from({ length: MANY }, (_, index) => `A${index}`);
    await old.write(async (tx) => {
      await insert('clients', { id: 'casa' }).execute(tx);
      await insert('users', { id: 'ana', client_id: 'casa' }).execute(tx);
      const own = { user_id: 'ana', definition_json: JSON.stringify(before) };
      for (const id of ids) {
        await insert('automations', { ...own, id }).execute(tx);
        for (const version of [1, 2])
          await insert('automation_versions', { ...own, automation_id: id, version }).execute(tx);
      }
      const state_json = JSON.stringify(stateOf('{"time":{"at":"07:00"}}'));
      await insert('automation_homes', { user_id: 'ana', state_json }).execute(tx);
    });

    const { read } = await open<Database>({ place, migrations });
    const present = await read.selectFrom('automations').select('definition_json').execute();
    const versions = await read.selectFrom('automation_versions').select('definition_json').execute();
    assert.deepEqual([present.length, versions.length], [MANY, 2 * MANY]);
    for (const { definition_json } of [...present, ...versions])
      assert.deepEqual(JSON.parse(definition_json), after);
    const { state_json } = await read
      .selectFrom('automation_homes')
      .select('state_json')
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(state_json), stateOf('{"kind":"time","time":{"at":"07:00"}}'));
  });
});
