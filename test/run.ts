/**
 * `npm test`: one PostgreSQL for the whole run, then every test file of the workspaces.
 * `node server/start.cjs test/run.ts [--all] [globs…]`
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import chromium from '@sparticuz/chromium';
import { startPostgres } from './support/postgres.ts';

const ROOTS = ['{contract,units,catalog,server,sdk,tools}/src/**/*', 'test/**/*'];
const TEST_LIMIT_MS = 120_000;
/** To load the platform takes a second of a core, which files of one folder share; more would leave a core idle at the end. */
const FILES_A_PROCESS = 8;
const RUN_LIMIT_MS = { short: 15 * 60_000, all: 60 * 60_000 };

const root = dirname(import.meta.dirname);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
});

const say = (line: string) => process.stderr.write(`${line}\n`);

function find(...patterns: string[]): string[] {
  const found = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  // A pattern without a wildcard may be found as an absolute path.
  return found.map((path) => relative(root, resolve(root, path))).sort();
}

function chooseFiles(): string[] {
  if (positionals.length > 0) return find(...positionals);
  const short = find(...ROOTS.map((each) => `${each}.test.ts`));
  const long = find(...ROOTS.map((each) => `${each}.long-test.ts`));
  if (values.all) return [...short, ...long];
  if (long.length > 0) say(`skipping ${long.length} long test files (npm run test:all runs them)`);
  return short;
}

/** What tests leave in the temporary folder, when they are ended too, goes with it. */
const scratch = mkdtempSync(join(tmpdir(), 'azulejo-run-'));

/** What each process runs: a file, or a module that imports some of one folder. The long ones stay apart. */
function shareProcesses(files: readonly string[]): string[] {
  const folders = Map.groupBy(files, (file) => (/\.long-test\.ts$/.test(file) ? file : dirname(file)));
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
// Heard from the first moment on, so that PostgreSQL and its folder go away whenever the run is ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = signal;
    running?.kill(signal);
  });
}

function startTests(files: readonly string[], postgresUrl: string): ChildProcess {
  const flags = [
    '--conditions=azulejo-source',
    '--disable-warning=ExperimentalWarning',
    '--test',
    '--test-reporter=spec',
    `--test-timeout=${TEST_LIMIT_MS}`,
    // Tests wait a part of their time, for timers, disks and pages: one more than there are cores.
    `--test-concurrency=${Math.max(2, availableParallelism()) + 1}`,
  ];
  const env = {
    ...process.env,
    AZULEJO_TEST_POSTGRES: postgresUrl,
    AZULEJO_TEST_ALL: values.all ? '1' : '0',
    TMPDIR: scratch,
  };
  return spawn(process.execPath, [...flags, ...shareProcesses(files)], { cwd: root, env, stdio: 'inherit' });
}

/** As a shell gives it for a process that a signal ended. */
function exitCode(signal: NodeJS.Signals | null): number {
  return 128 + (signal ? constants.signals[signal] : 0);
}

async function runTests(files: readonly string[], postgresUrl: string): Promise<number> {
  const child = startTests(files, postgresUrl);
  running = child;
  const limit = values.all ? RUN_LIMIT_MS.all : RUN_LIMIT_MS.short;
  const timer = setTimeout(() => {
    say(`the tests did not end within ${limit / 60_000} minutes`);
    child.kill('SIGTERM');
  }, limit);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  return code ?? exitCode(signal);
}

/** Unpacked once: of two files that did it side by side, one would start what the other still writes. */
async function unpackBrowser(): Promise<void> {
  process.env['TMPDIR'] = scratch;
  await chromium.executablePath();
}

async function main(): Promise<number> {
  const files = chooseFiles();
  if (files.length === 0) {
    say('no test files match');
    return 1;
  }
  await unpackBrowser();
  // What `npm ci` built, if nothing was changed since.
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
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
