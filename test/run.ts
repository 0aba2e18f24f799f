/**
 * Runs `npm test`: the short test files of the workspaces on SQLite, and beside them the component tests of the
 * pages; or the files that are named, on both databases. `--long` runs the long files, and the short ones on
 * PostgreSQL.
 * `node server/start.cjs test/run.ts [--long | --all] [--since REV] [--full] [--list] [--retry-failed]
 * [--concurrency N] [--reporter NAME] [files…]`
 * Files may be named by folders and globs. `--since` runs the tests that a change since the revision can
 * have broken. `--retry-failed` runs the files of a few failed processes once more, alone (decision 49).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { EngineName } from '@azulejo/storage';
import { listChangedSince } from './support/affected-tests.ts';
import { finish, interruption, passOnSignals } from './support/child-processes.ts';
import { type ComponentOutcome, isComponentTest, runComponentTests } from './support/component-tests.ts';
import { findBrowser } from './support/extra-packages.ts';
import { type FailedTest, readFailures, reportOutcomesTo } from './support/failures.ts';
import { makeNpmCache, makePackage } from './support/package.ts';
import { startPostgres } from './support/postgres.ts';
import { alone, type Entry, shareProcesses } from './support/shared-processes.ts';
import { isLong, listNamed, listPart, listShortOnEngines, root, usesPostgres } from './support/test-files.ts';

const TEST_LIMIT_MS = 120_000;
const RUN_LIMIT_MS = { short: 15 * 60_000, long: 60 * 60_000 };
const CORES = Math.max(2, availableParallelism());
/**
 * Processes at a time: one more than there are cores, because tests also wait. Long ones wait more, for browsers, for
 * programs that start and for real time: three of them keep a core and a third busy.
 */
const PROCESSES = { short: CORES + 1, long: CORES + 2 };
/** When more processes than these fail, the change is broken and no test is flaky. */
const MAX_RETRIED_PROCESSES = 3;
/** The exit code of a run that ended by itself and in which a test failed. */
const TESTS_FAILED = 1;

const HELP = `Usage: npm test [-- OPTIONS] [FILE…]

Runs the short tests on SQLite, or those in these files, folders or globs on both databases.

  --long           the long tests, and the short ones on PostgreSQL, instead
  --all            short and long tests on both databases
  --since REV      only those that a change since the revision can have broken
  --full           all suites on PostgreSQL too, and all cases
  --list           only list the files
  --retry-failed   run the files of at most three failed processes once more, alone
  --concurrency N  processes at a time
  --reporter NAME  a reporter of node:test
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    long: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    since: { type: 'string' },
    full: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    'retry-failed': { type: 'boolean', default: false },
    concurrency: { type: 'string' },
    reporter: { type: 'string', default: 'spec' },
  },
});

if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const say = (line: string) => process.stderr.write(`${line}\n`);

/**
 * Files that run together. With an engine, their suites on the other engine do not run; `onlySuitesOfEngine` leaves
 * out all that does not run on an engine too.
 */
type Pass = {
  readonly files: readonly string[];
  readonly engine?: EngineName;
  readonly onlySuitesOfEngine?: boolean;
};

/** Returns what is run. A short run and a long run together run each test once. */
async function choosePasses(): Promise<Pass[]> {
  if (positionals.length > 0) return [{ files: listNamed(positionals) }];
  const part = values.all ? 'all' : values.long ? 'long' : 'short';
  if (values.since !== undefined) return [{ files: await listChangedSince(values.since, part) }];
  if (part === 'all' || values.full) return [{ files: listPart(part) }];
  if (part === 'long') {
    return [
      { files: listPart('long') },
      { files: listShortOnEngines(), engine: 'postgres', onlySuitesOfEngine: true },
    ];
  }
  say(`skipping PostgreSQL and ${listPart('long').length} long test files (npm run test:long runs them)`);
  return [{ files: listPart('short'), engine: 'sqlite' }];
}

/** The temporary folder of all tests, removed with what they leave in it, also when they are ended. */
const scratch = mkdtempSync(join(tmpdir(), 'azulejo-run-'));

/** Beside it, because accounts other than that of the tests may not enter it. */
const npmCache = `${scratch}-npm-cache`;

// Installed first, so that PostgreSQL and its folder are removed whenever the run is ended.
passOnSignals();

/** Returns the environment of the tests of this run. */
async function prepareEnvironment(
  dataFolder: string,
  postgresUrl: string | undefined,
): Promise<NodeJS.ProcessEnv> {
  const { createTemplatePlaces } = await import('./support/template.ts');
  return {
    ...process.env,
    ...(await createTemplatePlaces(scratch, postgresUrl)),
    ...(postgresUrl === undefined ? {} : { AZULEJO_TEST_POSTGRES: postgresUrl }),
    AZULEJO_TEST_DATA: dataFolder,
    AZULEJO_TEST_FULL: values.full || values.all ? '1' : '0',
    TMPDIR: scratch,
  };
}

type Run = {
  readonly env: NodeJS.ProcessEnv;
  readonly concurrency: string;
  readonly outcomes: string;
  /** A pattern of the names of the tests that are run. */
  readonly only?: string;
};

function startTests(entries: readonly Entry[], { env, concurrency, outcomes, only }: Run): ChildProcess {
  const flags = [
    ...(only === undefined ? [] : [`--test-name-pattern=${only}`]),
    '--conditions=azulejo-source',
    '--disable-warning=ExperimentalWarning',
    `--import=${new URL('support/untracked-promises.ts', import.meta.url)}`,
    '--test',
    `--test-reporter=${values.reporter}`,
    '--test-reporter-destination=stdout',
    ...reportOutcomesTo(outcomes),
    `--test-timeout=${TEST_LIMIT_MS}`,
    `--test-concurrency=${concurrency}`,
  ];
  return spawn(process.execPath, [...flags, ...entries.map(({ path }) => path)], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
}

const hasLong = ({ files }: Pass): boolean => files.some(isLong);

const needsPostgres = ({ files, engine }: Pass): boolean => engine !== 'sqlite' && files.some(usesPostgres);

/** Runs the passes one after the other, and returns the exit code of the first that failed. */
async function runPlatformTests(passes: readonly Pass[]): Promise<number> {
  if (passes.length === 0) return 0;
  // Uses what `npm ci` built, unless something has changed since.
  execFileSync(process.execPath, [join(root, 'tools/src/build-web.ts'), '--if-changed'], {
    stdio: 'inherit',
  });
  // Imported here, because loading the server takes a second, which `--list` and failures need not.
  const { createDataFolder } = await import('./support/data-folder.ts');
  using dataFolder = createDataFolder(scratch);
  const postgres = passes.some(needsPostgres) ? await startPostgres() : undefined;
  try {
    const ended = interruption();
    if (ended !== undefined) return ended;
    // Long files start processes of the package, and a browser.
    const startsProcesses = passes.some(hasLong);
    const [platform] = await Promise.all([
      prepareEnvironment(dataFolder.path, postgres?.url),
      startsProcesses && unpackBrowser(),
    ]);
    const env = {
      ...platform,
      ...(startsProcesses ? { ...makePackage(join(scratch, 'package')), ...makeNpmCache(npmCache) } : {}),
    };
    let failed = 0;
    for (const [index, pass] of passes.entries()) {
      const stopped = interruption();
      if (stopped !== undefined) return failed || stopped;
      const code = await runPass(pass, env, mkdtempSync(join(scratch, `pass-${index}-`)));
      failed ||= code;
    }
    return failed;
  } finally {
    await postgres?.stop();
  }
}

async function runPass(pass: Pass, env: NodeJS.ProcessEnv, folder: string): Promise<number> {
  const { files, engine, onlySuitesOfEngine } = pass;
  const limit = values.full || hasLong(pass) ? RUN_LIMIT_MS.long : RUN_LIMIT_MS.short;
  const entries = shareProcesses(files, folder);
  const run: Run = {
    env: engine === undefined ? env : { ...env, AZULEJO_TEST_ENGINE: engine },
    concurrency: values.concurrency ?? String(hasLong(pass) ? PROCESSES.long : PROCESSES.short),
    outcomes: join(folder, 'outcomes'),
    // An engine's suites are inside a suite with its name.
    ...(onlySuitesOfEngine ? { only: `/^${engine}( |$)/` } : {}),
  };
  const code = await finish(startTests(entries, run), limit);
  if (code !== TESTS_FAILED || !values['retry-failed'] || interruption() !== undefined) return code;
  return await retryFailed(entries, run, limit);
}

/** The tests that failed in the run and passed when their file was run alone. */
const flakes: FailedTest[] = [];

/** Runs the files in which tests failed once more, one after the other, unless many processes failed. */
async function retryFailed(entries: readonly Entry[], run: Run, limit: number): Promise<number> {
  const { tests, entries: failed } = readFailures(run.outcomes, entries);
  if (failed.length === 0 || failed.length > MAX_RETRIED_PROCESSES) return TESTS_FAILED;
  const files = failed.flatMap((entry) => entry.files);
  say(`\nFailed tests: running ${files.join(', ')} once more, one after the other`);
  const again = startTests(files.map(alone), { ...run, concurrency: '1' });
  const code = await finish(again, limit);
  if (code === 0) flakes.push(...tests);
  return code;
}

/** Lists the component tests that failed, whose errors are above in a long output. */
function reportComponents({ code, failed, flaky }: ComponentOutcome): void {
  if (code !== 0) say('Component tests of the pages failed.');
  for (const { name, file } of failed) say(`failed: ${name}, ${file}`);
  flakes.push(...flaky);
}

/** Lists, at the very end of the output, the tests that did not pass at once. */
function reportFlakes(): void {
  for (const { name, file } of flakes) {
    say(`failed once, passed when run alone: ${name}, ${file}; find the cause`);
  }
}

/** Unpacks the browser once: concurrently, one process would start what the other still writes. */
async function unpackBrowser(): Promise<void> {
  process.env['TMPDIR'] = scratch;
  await findBrowser();
}

function withoutComponents(passes: readonly Pass[]): Pass[] {
  return passes
    .map((pass) => ({ ...pass, files: pass.files.filter((path) => !isComponentTest(path)) }))
    .filter(({ files }) => files.length > 0);
}

async function main(): Promise<number> {
  const passes = await choosePasses();
  const files = passes.filter((pass) => !pass.onlySuitesOfEngine).flatMap((pass) => pass.files);
  if (values.list) {
    process.stdout.write(files.map((path) => `${path}\n`).join(''));
    return 0;
  }
  if (files.length === 0) {
    say(`No test depends on what changed since ${values.since}.`);
    return 0;
  }
  const components = files.filter(isComponentTest);
  const others = withoutComponents(passes);
  // Beside many processes, of a run with a concurrency of its own, component tests would wait for too long.
  const isBeside = components.length > 0 && others.length > 0 && values.concurrency === undefined;
  const running = isBeside ? runPlatformTests(others) : undefined;
  // Its error is thrown below, when the component tests have ended too.
  running?.catch(() => undefined);
  const outcome = await runComponentTests(components, {
    scratch,
    limitMs: RUN_LIMIT_MS.short,
    maxRetried: values['retry-failed'] ? MAX_RETRIED_PROCESSES : 0,
    beside: running,
  });
  const code = await (running ?? runPlatformTests(others));
  reportComponents(outcome);
  reportFlakes();
  return code || outcome.code;
}

try {
  process.exitCode = await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  for (const folder of [scratch, npmCache]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
