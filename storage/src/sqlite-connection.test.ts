import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { openConnection } from './sqlite-connection.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'azulejo-connection-'));
});
after(() => rm(folder, { recursive: true }));

it('openConnection returns rows as plain objects keyed by column name', () => {
  const { database, run } = openConnection(join(folder, 'rows.sqlite'), 'write');
  run('create table t (a integer, b text)', []);
  assert.deepEqual(run('insert into t values (?, ?) returning b, a as first', [1, null]).rows, [
    { b: null, first: 1 },
  ]);
  assert.deepEqual(run('insert into t values (?, ?)', [2, 'x']), { rows: [], changes: 1 });
  database.close();
});

it('openConnection returns the new columns of a table after a schema change', () => {
  const { database, run } = openConnection(join(folder, 'columns.sqlite'), 'write');
  run('create table t (a integer)', []);
  run('insert into t values (1)', []);
  assert.deepEqual(run('select * from t', []).rows, [{ a: 1 }]);
  run("alter table t add column b text default 'x'", []);
  assert.deepEqual(run('select * from t', []).rows, [{ a: 1, b: 'x' }]);
  database.close();
});
