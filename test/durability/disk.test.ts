import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import type { AccountResult, TokenRecord } from '@azulejo/contract';
import { type Database, forEachEngine, migrations } from '@azulejo/server/testing';
import { sql } from 'kysely';
import { newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { sourceCommand, startServerProcess } from '../support/server-process.ts';
import { accepted, createCalls } from './calls.ts';

const REFRESHES = 8;

forEachEngine((engine, open) => {
  if (engine !== 'sqlite') return;
  it('asks SQLite to wait for the disk at every commit', async () => {
    const db = await open<Database>({ migrations });
    const pragma = (name: string) =>
      db.write(
        async (tx) => (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(tx)).rows[0],
      );
    assert.deepEqual(await pragma('journal_mode'), { journal_mode: 'wal' });
    assert.deepEqual(await pragma('synchronous'), { synchronous: 2 });
  });
});

/** kill -9 keeps the page cache: only the system calls tell whether an answer waited for the disk. */
const STRACE = 'strace';
const FLAGS = ['-D', '-f', '-qq', '-y', '-s', '16', '--seccomp-bpf'];
const CALLS = 'trace=pwrite64,fdatasync,fsync,write,writev,sendto';
const isTraceable = spawnSync(STRACE, ['-f', '-qq', '-o', '/dev/null', 'true']).status === 0;
const skip =
  !isTraceable && 'strace is not here, or may not trace: the order of the system calls is not checked';

it('answers a refresh only after its commit is on the disk', { skip }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-disk-'));
  const trace = join(dataDir, 'trace');
  try {
    await refreshUnderTrace(dataDir, [STRACE, ...FLAGS, '-e', CALLS, '-o', trace, ...sourceCommand]);
    const answers = syncsBeforeAnswers(await readFile(trace, 'utf8'));
    assert.ok(answers.length >= REFRESHES, `only ${answers.length} answers in the trace`);
    assert.deepEqual(answers.slice(-REFRESHES), Array(REFRESHES).fill(true));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function refreshUnderTrace(dataDir: string, command: readonly string[]): Promise<void> {
  const clientId = await makeApplication(dataDir);
  await using server = await startServerProcess({ dataDir, command, environment: { LOG_LEVEL: 'fatal' } });
  const calls = createCalls(server.url, clientId);
  await accepted<AccountResult>(calls.createAccount('ana@example.org'));
  let { refresh_token: token } = await accepted<TokenRecord>(calls.signIn('ana@example.org'));
  for (let each = 0; each < REFRESHES; each += 1) {
    ({ refresh_token: token } = await accepted<TokenRecord>(calls.refresh(token)));
  }
}

async function makeApplication(dataDir: string): Promise<string> {
  await using platform = await startPlatform({ place: { dataDir } });
  return (await newApplication(platform)).clientId;
}

/** For each 200 in the trace, whether the log was written since the one before, and synced after its last write. */
function syncsBeforeAnswers(trace: string): boolean[] {
  const answers: boolean[] = [];
  let state: 'unwritten' | 'written' | 'synced' = 'unwritten';
  for (const line of trace.split('\n')) {
    if (/pwrite64\(\d+<[^>]*-wal>/.test(line)) state = 'written';
    // A call that is interrupted in the trace has its end on a line of its own, without its arguments.
    else if (/(fdatasync|fsync)(\(\d+<[^>]*-wal>\)| resumed>.*\)) += 0$/.test(line) && state === 'written')
      state = 'synced';
    else if (line.includes('"HTTP/1.1 200 OK')) {
      answers.push(state === 'synced');
      state = 'unwritten';
    }
  }
  return answers;
}
