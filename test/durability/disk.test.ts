import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { type AccountResult, publishTopic, type TokenRecord } from '@azulejo/contract';
import { type Database, migrations } from '@azulejo/server/testing';
import { forEachEngine } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { connectMqtt } from '../support/mqtt.ts';
import { type Application, newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { accepted, createCalls } from './calls.ts';
import { counterAddress, createReportingHome, type ReportingHome } from './reporting-home.ts';
import { skip, traceServer } from './strace.ts';

const TIMES = 8;

forEachEngine((engine, open) => {
  if (engine !== 'sqlite') return;
  it('makes SQLite sync to the disk at every commit', async () => {
    const db = await open<Database>({ migrations });
    const pragma = (name: string) =>
      db.write(
        async (tx) => (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(tx)).rows[0],
      );
    assert.deepEqual(await pragma('journal_mode'), { journal_mode: 'wal' });
    assert.deepEqual(await pragma('synchronous'), { synchronous: 2 });
  });
});

const CALLS = 'pwrite64,fdatasync,fsync,write,writev,sendto';

it('answers a refresh only after its commit is on the disk', { skip }, async () => {
  const trace = await traceHome(async (server, { application }) => {
    const calls = createCalls(server.url, application.clientId);
    await accepted<AccountResult>(calls.createAccount('ana@example.org'));
    let { refresh_token: token } = await accepted<TokenRecord>(calls.signIn('ana@example.org'));
    for (let each = 0; each < TIMES; each += 1) {
      ({ refresh_token: token } = await accepted<TokenRecord>(calls.refresh(token)));
    }
  });
  assertSynced(syncsBeforeAnswers(trace, (line) => line.includes('"HTTP/1.1 200 OK'), 1));
});

it('acknowledges and publishes a value only after its commit is on the disk', { skip }, async () => {
  const trace = await traceHome(async (server, { home }) => {
    const [device] = home.devices;
    const [ana] = home.people;
    assert.ok(device);
    await using speaker = await connectMqtt(server, device);
    await using listener = await connectMqtt(server, { clientId: home.clientId, token: ana.token });
    await listener.subscribe(`/v3/users/${ana.id}/channels/#`);
    const topic = publishTopic(counterAddress(device.channelId, 'reported'));
    for (let data = 1; data <= TIMES; data += 1) {
      await speaker.publish(topic, { io: 'iw', data });
      await listener.next(({ message }) => message.data === data);
    }
  });
  const isAnswer = (line: string) => /"@\\2\\/.test(line) || line.includes('/v3/users/');
  assertSynced(syncsBeforeAnswers(trace, isAnswer, 2));
});

type Prepared = { application: Application; home: ReportingHome };

/** Returns the system calls of a server with a home while `work` runs. */
async function traceHome(
  work: (server: ServerProcess, prepared: Prepared) => Promise<void>,
): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-disk-'));
  try {
    const prepared = await prepare(dataDir);
    return await traceServer(dataDir, CALLS, (server) => work(server, prepared));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function prepare(dataDir: string): Promise<Prepared> {
  await using platform = await startPlatform({ place: { dataDir } });
  const application = await newApplication(platform);
  return { application, home: await createReportingHome(platform, application) };
}

function assertSynced(answers: readonly boolean[]): void {
  assert.ok(answers.length >= TIMES, `only ${answers.length} answers in the trace`);
  assert.deepEqual(answers.slice(-TIMES), Array(TIMES).fill(true));
}

/**
 * Returns for each answer in the trace whether the log was written since the answers of the previous commit,
 * and synced after its last write. A commit has `perCommit` answers.
 */
function syncsBeforeAnswers(
  trace: string,
  isAnswer: (line: string) => boolean,
  perCommit: number,
): boolean[] {
  const answers: boolean[] = [];
  let state: 'unwritten' | 'written' | 'synced' = 'unwritten';
  for (const line of trace.split('\n')) {
    if (/pwrite64\(\d+<[^>]*-wal>/.test(line)) state = 'written';
    // An interrupted call ends on a line of its own in the trace, without its arguments.
    else if (/(fdatasync|fsync)(\(\d+<[^>]*-wal>\)| resumed>.*\)) += 0$/.test(line) && state === 'written')
      state = 'synced';
    else if (isAnswer(line)) {
      answers.push(state === 'synced');
      if (answers.length % perCommit === 0) state = 'unwritten';
    }
  }
  return answers;
}
