/**
 * Runs `npm test`: starts one PostgreSQL for the whole run, then runs the short test files of the workspaces,
 * or those that are named.
 * `node server/start.cjs test/run.ts [--long | --all] [--since REV] [--full] [--list]
 * [--concurrency N] [--reporter NAME] [files…]`
 * Files may be named by folders and globs. `--since` runs the tests that a change since the revision can
 * have broken.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import chromium from '@sparticuz/chromium';
import { listChangedSince } from './support/affected-tests.ts';
import { startPostgres } from './support/postgres.ts';
import { isLong, listNamed, listPart, root } from './support/test-files.ts';

const TEST_LIMIT_MS = 120_000;
/** Loading the platform takes a second of CPU per process; larger groups leave a core idle at the end. */
const FILES_A_PROCESS = 8;
const RUN_LIMIT_MS = { short: 15 * 60_000, full: 60 * 60_000 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    since: { type: 'string' },
    full: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    // One more than there are cores, because tests spend part of their time waiting.
    concurrency: { type: 'string', default: String(Math.max(2, availableParallelism()) + 1) },
    reporter: { type: 'string', default: 'spec' },
  },
});

const say = (line: string) => process.stderr.write(`${line}\n`);

async function chooseFiles(): Promise<string[]> {
  if (positionals.length > 0) return listNamed(positionals);
  const part = values.all ? 'all' : values.long ? 'long' : 'short';
  if (values.since !== undefined) return listChangedSince(values.since, part);
  if (part !== 'short') return listPart(part);
  say(`skipping ${listPart('long').length} long test files (npm run test:long runs them)`);
  return listPart('short');
}

/** The temporary folder of all tests, removed with what they leave in it, also when they are ended. */
const scratch = mkdtempSync(join(tmpdir(), 'azulejo-run-'));

/** Returns what each process runs: a file, or a module that imports short files of one folder. */
function shareProcesses(files: readonly string[]): string[] {
  const folders = Map.groupBy(files, (file) => (isLong(file) ? file : dirname(file)));
  return [...folders.values()].flatMap((inFolder) => {
    const shares = Math.ceil(inFolder.length / FILES_A_PROCESS);
    return Array.from({ length: shares }, (_, share) => {
      const together = inFolder.filter((_file, index) => index % shares === share);
      return together.length === 1 ? String(together[0]) : writeShared(together, share + 1);
    });
  });
}

function writeShared(files: readonly string[], share: number): string {
  const folder = join(scratch, dirname(String(files[0])));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${share}.mjs`);
  writeFileSync(path, files.map((file) => `import '${pathToFileURL(join(root, file))}';\n`).join(''));
  return path;
}

let running: ChildProcess | undefined;
let interrupted: NodeJS.Signals | undefined;
// Installed first, so that PostgreSQL and its folder are removed whenever the run is ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = signal;
    running?.kill(signal);
  });
}

/**
 * Returns whether the run is full: tests of upper layers run on PostgreSQL as well, and there are more random
 * cases. Long files always run so.
 */
const isFull = (files: readonly string[]): boolean => values.full || values.all || files.some(isLong);

function startTests(files: readonly string[], postgresUrl: string): ChildProcess {
  const flags = [
    '--conditions=azulejo-source',
    '--disable-warning=ExperimentalWarning',
    '--test',
    `--test-reporter=${values.reporter}`,
    '--test-reporter-destination=stdout',
    `--test-timeout=${TEST_LIMIT_MS}`,
    `--test-concurrency=${values.concurrency}`,
  ];
  const env = {
    ...process.env,
    AZULEJO_TEST_POSTGRES: postgresUrl,
    AZULEJO_TEST_FULL: isFull(files) ? '1' : '0',
    TMPDIR: scratch,
  };
  return spawn(process.execPath, [...flags, ...shareProcesses(files)], { cwd: root, env, stdio: 'inherit' });
}

/** Returns the exit code that a shell gives for a process ended by a signal. */
function exitCode(signal: NodeJS.Signals | null): number {
  return 128 + (signal ? constants.signals[signal] : 0);
}

async function runTests(files: readonly string[], postgresUrl: string): Promise<number> {
  const child = startTests(files, postgresUrl);
  running = child;
  const limit = isFull(files) ? RUN_LIMIT_MS.full : RUN_LIMIT_MS.short;
  const timer = setTimeout(() => {
    say(`the tests did not end within ${limit / 60_000} minutes`);
    child.kill('SIGTERM');
  }, limit);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  return code ?? exitCode(signal);
}

/** Unpacks the browser once: concurrently, one process would start what the other still writes. */
async function unpackBrowser(): Promise<void> {
  process.env['TMPDIR'] = scratch;
  await chromium.executablePath();
}

async function main(): Promise<number> {
  const files = await chooseFiles();
  if (values.list) {
    process.stdout.write(files.map((path) => `${path}\n`).join(''));
    return 0;
  }
  if (files.length === 0) {
    say(`No test depends on what changed since ${values.since}.`);
    return 0;
  }
  await unpackBrowser();
  // Uses what `npm ci` built, unless something has changed since.
  execFileSync(process.execPath, [join(root, 'tools/src/build-web.ts'), '--if-changed'], {
    stdio: 'inherit',
  });
  const postgres = await startPostgres();
  try {
    return interrupted ? exitCode(interrupted) : await runTests(files, postgres.url);
  } finally {
    await postgres.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
