import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { ConstraintError, type ConstraintKind } from './errors.ts';
import { type FixtureTables, fixtureMigrations } from './fixture.ts';
import type { Storage } from './storage.ts';
import { forEachEngine } from './testing.ts';

forEachEngine((_engine, open) => {
  let storage: Storage<FixtureTables>;
  before(async () => {
    storage = await open<FixtureTables>({ migrations: fixtureMigrations });
    await storage.write((tx) => tx.insertInto('counters').values({ id: 'a', count: 1 }).execute());
    await storage.write((tx) =>
      sql`insert into notes (id, counter_id, text) values (1, 'a', 'private')`.execute(tx),
    );
  });

  type Expected = Partial<Pick<ConstraintError, 'table' | 'columns' | 'constraint'>>;
  const cases: [ConstraintKind, string, Expected][] = [
    ['unique', `insert into counters values ('a', 2)`, { table: 'counters', columns: ['id'] }],
    [
      'unique',
      `insert into notes (id, counter_id, text) values (2, 'a', 'private')`,
      { table: 'notes', columns: ['text'] },
    ],
    ['not-null', `insert into counters (id) values ('b')`, { table: 'counters', columns: ['count'] }],
    ['check', `update counters set count = -1`, { constraint: 'count_not_negative' }],
    ['foreign-key', `insert into notes (id, counter_id) values (3, 'private')`, {}],
    ['foreign-key', `delete from counters where id = 'a'`, {}],
  ];
  for (const [kind, statement, expected] of cases) {
    it(`throws a ConstraintError that names the ${kind} constraint for: ${statement}`, async () => {
      const error = await storage
        .write((tx) => sql.raw(statement).execute(tx))
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof ConstraintError, String(error));
      assert.equal(error.kind, kind);
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(Reflect.get(error, name), value);
      assert.doesNotMatch(error.message, /private/, 'values do not belong into messages');
    });
  }
});
