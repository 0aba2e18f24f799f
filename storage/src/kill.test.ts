import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { sql } from 'kysely';
import { DataDirLockedError, lockDataDir } from './data-dir-lock.ts';
import { type FixtureTables, fixtureMigrations } from './fixture.ts';
import { forEachEngine, type Place } from './testing.ts';

const childFile = join(import.meta.dirname, 'testing-child.ts');

function startChild(task: string, argument: string): ChildProcess {
  const args = ['--conditions=azulejo-source', childFile, task, argument];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Returns the lines that a child prints. Kills the child once it has printed `limit` lines. */
async function linesUntilKilled(child: ChildProcess, limit: number): Promise<string[]> {
  assert.ok(child.stdout);
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === limit) child.kill('SIGKILL');
  }
  return lines;
}

it('frees the lock of a data directory when the process that holds it is killed', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'azulejo-lock-'));
  const child = startChild('lock', dir);
  try {
    assert.ok(child.stdout);
    await once(child.stdout, 'data');
    assert.throws(
      () => lockDataDir(dir),
      (error) => error instanceof DataDirLockedError && error.message.includes(dir),
    );
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  lockDataDir(dir)[Symbol.dispose]();
  await rm(dir, { recursive: true });
});

forEachEngine((engine, open, newPlace) => {
  it('keeps every acknowledged unit when the process is killed repeatedly', async () => {
    const place: Place = await newPlace();
    const acknowledged: string[] = [];
    for (const [round, limit] of [37, 411, 150].entries()) {
      // More than a child stores before it is killed.
      const from = round * 1_000_000;
      const child = startChild('write', JSON.stringify({ place, from }));
      acknowledged.push(...(await linesUntilKilled(child, limit)));
    }
    assert.ok(acknowledged.length >= 598);
    const storage = await open<FixtureTables>({ place, migrations: fixtureMigrations });
    const rows = await storage.read.selectFrom('counters').selectAll().execute();
    const stored = new Map(rows.map(({ id, count }) => [id, count]));
    assert.deepEqual(
      acknowledged.filter((id) => stored.get(id) !== 1),
      [],
      'acknowledged but missing',
    );
    assert.ok(
      rows.every(({ count }) => count === 1),
      'no unit is stored partly',
    );
    if (engine === 'sqlite') {
      const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(storage.read);
      assert.deepEqual(check.rows, [{ integrity_check: 'ok' }]);
    }
  });
});
