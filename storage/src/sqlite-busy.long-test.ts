import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { StorageBusyError } from './errors.ts';
import { type FixtureTables, fixtureMigrations, prepareFixture } from './fixture.ts';
import { openSqlite } from './sqlite.ts';

it('rejects a unit when another process locks the file for 5 s, and commits the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-busy-'));
  const file = join(folder, 'busy.sqlite');
  {
    await using storage = await openSqlite<FixtureTables>({ file, migrations: fixtureMigrations });
    const { addCounter } = prepareFixture(storage);
    const add = () => storage.unit([addCounter.bind({ id: 'ours', count: 1 })]);
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    await assert.rejects(add(), StorageBusyError);
    other.exec('rollback');
    assert.equal((await add()).committed, true);
    other.close();
  }
  await rm(folder, { recursive: true });
});
